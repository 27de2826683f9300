// Checked: @types/nodemailer 8.0 types. Documented: nodemailer.com/usage.
import { defineLibrary } from '../types.ts';
import { effect, nothing } from './support/effect.ts';

export const nodemailer = defineLibrary({
  name: 'nodemailer',
  packages: ['nodemailer'],
  source: 'https://nodemailer.com/usage/',
  types: { Transporter: ['default.createTransport()', 'createTransport()'] },
  typeAliases: { Mail: 'Transporter' },
  calls: {
    'Transporter.sendMail': effect('message', 'sends a mail'),
    'Transporter.*': nothing,
    getTestMessageUrl: nothing,
    'default.getTestMessageUrl': nothing,
    createTestAccount: nothing,
  },
});

/** Mailers of frameworks on top of nodemailer. */
export const nestMailer = defineLibrary({
  name: '@nestjs-modules/mailer',
  packages: ['@nestjs-modules/mailer'],
  source: 'https://github.com/nest-modules/mailer',
  types: { MailerService: [] },
  calls: { 'MailerService.sendMail': effect('message', 'sends a mail') },
});

export const emailTemplates = defineLibrary({
  name: 'email-templates',
  packages: ['email-templates'],
  source: 'https://github.com/forwardemail/email-templates',
  types: { Email: ['default.new'] },
  calls: { 'Email.send': effect('message', 'sends a mail') },
});
