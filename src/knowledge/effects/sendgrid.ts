// Checked: @sendgrid/mail 8.1, @sendgrid/client 8.1 types and source: no key, and no header that is one.
import { defineLibrary } from '../types.ts';
import { each, effect, nothing, prefixed } from './support/effect.ts';

const sends = effect('message', 'sends a mail');

export const sendgridMail = defineLibrary({
  name: '@sendgrid/mail',
  packages: ['@sendgrid/mail'],
  source: 'https://github.com/sendgrid/sendgrid-nodejs/tree/main/packages/mail',
  types: { MailService: ['MailService.new'] },
  calls: prefixed(['', 'MailService.'], {
    ...each(['send', 'sendMultiple'], sends),
    ...each(
      ['setApiKey', 'setClient', 'setTwilioEmailAuth', 'setTimeout', 'setSubstitutionWrappers', 'setSecretRules'],
      nothing,
    ),
  }),
});

export const sendgridClient = defineLibrary({
  name: '@sendgrid/client',
  packages: ['@sendgrid/client'],
  source: 'https://github.com/sendgrid/sendgrid-nodejs/tree/main/packages/client',
  types: { Client: ['Client.new', 'Client.setDefaultHeader()', 'Client.setDefaultRequest()'] },
  calls: prefixed(['', 'Client.'], {
    request: (call) => {
      const url = call.read.text(call.read.get(call.args[0], 'url'));
      if (url === undefined) return undefined;
      // Contacts, lists and templates are written under names or ids of the caller's.
      return /\/(mail\/send|singlesends\/[^/]+\/schedule)$/.test(url) ? sends(call) : nothing;
    },
    ...each(['setApiKey', 'setTwilioEmailAuth', 'setDataResidency', 'setImpersonateSubuser', 'createHeaders'], nothing),
  }),
});
