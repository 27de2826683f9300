// Checked: @vonage/server-sdk, messagebird, telegraf, node-telegram-bot-api types and READMEs.
import { defineLibrary } from '../types.ts';
import { each, effect } from './support/effect.ts';

const text = effect('message', 'sends a text message');
const telegram = effect('message', 'sends a Telegram message');

export const vonage = defineLibrary({
  name: '@vonage/server-sdk',
  packages: ['@vonage/server-sdk', '@vonage/sms', '@vonage/messages'],
  source: 'https://github.com/Vonage/vonage-node-sdk',
  types: { Vonage: ['Vonage.new'], Sms: ['SMS.new', 'Vonage.sms'], Messages: ['Messages.new', 'Vonage.messages'] },
  calls: { 'Sms.send': text, 'Messages.send': text, 'Vonage.voice.createOutboundCall': effect('message', 'places a call') },
});

export const messagebird = defineLibrary({
  name: 'messagebird',
  packages: ['messagebird'],
  source: 'https://github.com/messagebird/messagebird-nodejs',
  types: { Client: ['default()', 'default.initClient()', 'initClient()'] },
  calls: { 'Client.messages.create': text, 'Client.conversations.send': text },
});

export const telegraf = defineLibrary({
  name: 'telegraf',
  packages: ['telegraf', 'grammy'],
  source: 'https://telegraf.js.org',
  types: { Telegram: ['Telegraf.new.telegram', 'Telegram.new', 'Bot.new.api', 'Api.new'] },
  calls: each(['sendMessage', 'sendPhoto', 'sendDocument', 'sendInvoice'].map((name) => `Telegram.${name}`), telegram),
});

export const telegramBot = defineLibrary({
  name: 'node-telegram-bot-api',
  packages: ['node-telegram-bot-api'],
  source: 'https://github.com/yagop/node-telegram-bot-api',
  types: { Bot: ['default.new'] },
  calls: each(['sendMessage', 'sendPhoto', 'sendDocument', 'sendInvoice'].map((name) => `Bot.${name}`), telegram),
});

export const plivo = defineLibrary({
  name: 'plivo',
  packages: ['plivo', 'africastalking', 'aws-sns-sms', '@infobip-api/sdk'],
  source: 'https://github.com/plivo/plivo-node',
  types: { Client: ['Client.new', 'default.Client.new', 'default()', 'Infobip.new'] },
  calls: each(['Client.messages.create', 'Client.SMS.send', 'Client.channels.sms.send'], text),
});
