import type { Meaning, MeaningOf } from '../../types.ts';
import { each, effect, idempotent, nothing, under } from './effect.ts';

const things = [
  ...['Message', 'RichMessage', 'Photo', 'LivePhoto', 'Audio', 'Document', 'Video', 'Animation', 'Voice', 'VideoNote'],
  ...[
    'MediaGroup',
    'Location',
    'Venue',
    'Contact',
    'Poll',
    'Quiz',
    'Dice',
    'Sticker',
    'Game',
    'PaidMedia',
    'Checklist',
  ],
];

/** The methods of the Bot API, which clients spell as Telegram does; none takes a key. */
export const telegramMethods: Readonly<Record<string, Meaning | MeaningOf>> = {
  ...each(
    under('Telegram', [
      ...things.map((thing) => `send${thing}`),
      ...['sendInvoice', 'sendCopy', 'copyMessage', 'copyMessages', 'forwardMessage', 'forwardMessages'],
    ]),
    effect('message', 'sends a Telegram message'),
  ),
  ...each(
    under('Telegram', ['sendGift', 'sendGiftToChannel', 'giftPremiumSubscription', 'transferBusinessAccountStars']),
    effect('money', 'spends stars'),
  ),
  // A payment is refunded once, by its own id.
  'Telegram.refundStarPayment': idempotent('refunds stars', 'money'),
  ...each(
    under('Telegram', ['createInvoiceLink', 'createChatInviteLink', 'exportChatInviteLink', 'createForumTopic']),
    effect('other', 'creates a link', { radius: 'other' }),
  ),
  ...each(
    under('Telegram', [
      ...['editMessageText', 'editMessageCaption', 'editMessageMedia', 'editMessageReplyMarkup'],
      ...['deleteMessage', 'deleteMessages', 'pinChatMessage', 'unpinChatMessage', 'setMessageReaction'],
      ...['answerCallbackQuery', 'answerCbQuery', 'answerPreCheckoutQuery', 'answerShippingQuery', 'answerInlineQuery'],
      ...['banChatMember', 'unbanChatMember', 'kickChatMember', 'restrictChatMember', 'promoteChatMember'],
      ...['approveChatJoinRequest', 'declineChatJoinRequest', 'setWebhook', 'deleteWebhook', 'setMyCommands'],
    ]),
    idempotent('updates Telegram', 'other'),
  ),
  ...each(
    under('Telegram', [
      'getMe',
      'getChat',
      'getChatMember',
      'getFile',
      'getFileLink',
      'getWebhookInfo',
      'sendChatAction',
    ]),
    nothing,
  ),
};

/** The ways in which a context answers where its update came from. */
export const telegramContext: Readonly<Record<string, Meaning | MeaningOf>> = {
  ...each(
    under('Context', [
      'reply',
      'sendMessage',
      ...things.map((thing) => `replyWith${thing}`),
      ...things.map((thing) => `send${thing}`),
    ]),
    effect('message', 'sends a Telegram message'),
  ),
  ...each(
    under('Context', [
      'answerCbQuery',
      'answerCallbackQuery',
      'answerPreCheckoutQuery',
      'editMessageText',
      'deleteMessage',
    ]),
    idempotent('updates Telegram', 'other'),
  ),
};
