// Sources: the API references of the services (paths of their HTTP endpoints); not called. The header of LINE's:
// developers.line.biz/en/docs/messaging-api/retrying-api-request; of Emailit's: emailit.com/docs/api-reference/idempotency.

interface MessageHost {
  /** Matched on `host/path`, unknown parts as `\u0000`. */
  readonly url: RegExp;
  readonly category: 'message' | 'money' | 'enqueue' | 'other';
  readonly does: string;
  readonly idempotent?: true;
  /** Header that takes the key; absent where the service takes none. */
  readonly key?: string;
  readonly anyMethod?: true;
}

function mails(url: RegExp, key?: string): MessageHost {
  return { url, category: 'message', does: 'sends a mail', ...(key !== undefined && { key }) };
}

function updates(url: RegExp, does: string): MessageHost {
  return { url, category: 'other', does, idempotent: true };
}

/** Of hosts that send, what does not; and hosts of fewer users. Narrower than what stands behind it. */
export const messageHosts: readonly MessageHost[] = [
  // Slack takes a POST for all it does.
  updates(
    /^slack\.com\/api\/(chat\.(update|delete)|reactions\.|pins\.|conversations\.(?!create|open))/,
    'updates Slack',
  ),
  updates(/^slack\.com\/api\/(users|auth|team|usergroups|views\.publish|files\.getUploadURL)/, 'asks Slack'),
  {
    url: /^slack\.com\/api\/files\.completeUploadExternal/,
    category: 'message',
    does: 'posts to Slack',
  },
  updates(
    /^(ptb\.|canary\.)?discord(app)?\.com\/api\/(v\d+\/)?.*\/messages\/[^/]+(\/reactions\/.*)?$/,
    'updates Discord',
  ),
  updates(/^(ptb\.|canary\.)?discord(app)?\.com\/api\/(v\d+\/)?guilds\/[^/]+\/members\//, 'updates a member'),
  updates(
    /^api\.telegram\.org\/bot[^/]*\/(edit|delete|pin|unpin|answer|set|get|ban|unban|restrict|promote|sendChatAction)/i,
    'updates Telegram',
  ),
  {
    url: /^api\.telegram\.org\/bot[^/]*\/(copyMessages?|forwardMessages?)$/i,
    category: 'message',
    does: 'sends a Telegram message',
    anyMethod: true,
  },
  updates(/^api\.twilio\.com\/.*\/(Messages|Calls)\/[^/]+$/i, 'updates at Twilio'),
  { url: /^verify\.twilio\.com\/.*\/Verifications$/i, category: 'message', does: 'sends a verification code' },
  { url: /^conversations\.twilio\.com\/.*\/Messages$/i, category: 'message', does: 'sends a message' },
  { url: /^studio\.twilio\.com\/.*\/Executions$/i, category: 'message', does: 'starts a flow' },

  mails(/^api\.resend\.com\/broadcasts\/[^/]+\/send$/),
  mails(/^api\.eu\.sendgrid\.com\/v3\/mail\/send/),
  mails(/^api\.mailgun\.net\/v\d\/.*messages\.mime$/),
  mails(/^(send|bulk)\.api\.mailtrap\.io\/api\/send/),
  mails(/^api\.smtp2go\.com\/v3\/email\//),
  mails(/^api\.elasticemail\.com\/v\d\/emails/),
  mails(/^api\.mailchannels\.net\/tx\/v1\/send/),
  mails(/^api\.emailit\.com\/v\d\/emails/, 'idempotency-key'),
  { url: /^api\.mailjet\.com\/v4\/sms-send/, category: 'message', does: 'sends a text message' },
  { url: /^api(-eu)?\.customer\.io\/v1\/campaigns\/[^/]+\/triggers/, category: 'message', does: 'sends a broadcast' },
  { url: /^track(-eu)?\.customer\.io\/api\/v\d\/.*events$/, category: 'message', does: 'triggers a campaign' },

  {
    url: /^api\.line\.me\/v2\/bot\/message\/(push|multicast|narrowcast|broadcast)/,
    category: 'message',
    does: 'sends a LINE message',
    key: 'x-line-retry-key',
  },
  { url: /^api\.line\.me\/v2\/bot\/message\/reply/, category: 'message', does: 'sends a LINE message' },
  { url: /^chat\.googleapis\.com\/v1\/spaces\/[^/]+\/messages$/, category: 'message', does: 'posts to Google Chat' },
  { url: /^[\w.-]*\.api\.powerplatform\.com\/.*\/triggers\//, category: 'message', does: 'posts to Teams' },
  { url: /^ntfy\.sh\//, category: 'message', does: 'sends a push notification' },
  { url: /^api\.intercom\.io\/(messages|conversations)/, category: 'message', does: 'sends a message' },

  { url: /^api\.github\.com\/repos\/[^/]+\/[^/]+\/issues$/, category: 'message', does: 'opens an issue' },
  { url: /^api\.github\.com\/repos\/.*\/comments$/, category: 'message', does: 'writes a comment' },
  { url: /^api\.github\.com\/repos\/.*\/dispatches$/, category: 'enqueue', does: 'starts a workflow' },
  updates(
    /^api\.github\.com\/repos\/.*\/(pulls|releases|labels|assignees|statuses\/[^/]+|git\/refs)$/,
    'updates GitHub',
  ),
  { url: /^api\.notion\.com\/v1\/comments$/, category: 'message', does: 'writes a comment' },
];
