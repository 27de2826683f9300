// Checked: postmark 5.1 types: no key. A call without a promise takes a function as its last argument.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing, refetch } from './support/effect.ts';

export const postmark = defineLibrary({
  name: 'postmark',
  packages: ['postmark'],
  source: 'https://github.com/ActiveCampaign/postmark.js',
  types: {
    Client: ['ServerClient.new', 'Client.new'],
    Account: ['AccountClient.new', 'AdminClient.new'],
  },
  calls: {
    ...each(['Client.sendEmail', 'Client.sendEmailWithTemplate'], effect('message', 'sends a mail')),
    ...each(
      ['Client.sendEmailBatch', 'Client.sendEmailBatchWithTemplates', 'Client.sendBulkEmail'],
      effect('message', 'sends mails'),
    ),
    'Account.resendSenderSignatureConfirmation': effect('message', 'sends a mail'),
    ...each(
      ['Client.activateBounce', 'Client.createSuppressions', 'Client.deleteSuppressions'],
      idempotent('changes who is sent mails', 'other'),
    ),
    ...each(['Client.getOutboundMessageDetails', 'Client.getInboundMessageDetails', 'Client.getBounce'], refetch),
    'Client.*, Account.*': nothing,
  },
});
