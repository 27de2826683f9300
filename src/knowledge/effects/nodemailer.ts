// Checked: nodemailer 10.6 and @types/nodemailer 8.0, @nestjs-modules/mailer 2.0, @types/email-templates 10.0 types: none takes a key.
import { defineLibrary } from '../types.ts';
import { each, effect, nothing } from './support/effect.ts';

const sends = effect('message', 'sends a mail');

export const nodemailer = defineLibrary({
  name: 'nodemailer',
  packages: ['nodemailer'],
  source: 'https://nodemailer.com/usage/',
  // `nodemailer/lib/mailer` exports the class itself.
  types: { Transporter: ['createTransport()', 'default.new'] },
  typeAliases: { Mail: 'Transporter' },
  calls: {
    'Transporter.sendMail': sends,
    'Transporter.use': { is: 'instance', type: 'Transporter' },
    'Transporter.*': nothing,
    ...each(['getTestMessageUrl', 'createTestAccount'], nothing),
  },
});

/** Mailers of frameworks on top of nodemailer. */
export const nestMailer = defineLibrary({
  name: '@nestjs-modules/mailer',
  packages: ['@nestjs-modules/mailer'],
  source: 'https://github.com/nest-modules/mailer',
  types: { MailerService: ['MailerService.new'] },
  calls: {
    'MailerService.sendMail': sends,
    ...each(['MailerService.verifyAllTransporters', 'MailerService.addTransporter'], nothing),
  },
});

export const emailTemplates = defineLibrary({
  name: 'email-templates',
  packages: ['email-templates'],
  source: 'https://github.com/forwardemail/email-templates',
  types: { Email: ['default.new'] },
  calls: { 'Email.send': sends, 'Email.*': nothing },
});
