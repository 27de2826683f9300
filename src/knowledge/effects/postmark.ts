// Checked: postmark 5.1 types. Documented: github.com/ActiveCampaign/postmark.js.
import { defineLibrary } from '../types.ts';
import { each, effect } from './support/effect.ts';

export const postmark = defineLibrary({
  name: 'postmark',
  packages: ['postmark'],
  source: 'https://github.com/ActiveCampaign/postmark.js',
  types: { Client: ['ServerClient.new', 'default.ServerClient.new', 'Client.new'] },
  typeAliases: { ServerClient: 'Client' },
  calls: {
    ...each(['Client.sendEmail', 'Client.sendEmailWithTemplate'], effect('message', 'sends a mail')),
    ...each(['Client.sendEmailBatch', 'Client.sendEmailBatchWithTemplates'], effect('message', 'sends mails')),
  },
});
