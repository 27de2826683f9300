// Checked: telegraf 4.16 types. Documented: telegraf.js.org.
import { defineLibrary } from '../types.ts';
import { each, effect } from './support/effect.ts';

const telegram = effect('message', 'sends a Telegram message');

export const telegraf = defineLibrary({
  name: 'telegraf',
  packages: ['telegraf', 'grammy'],
  source: 'https://telegraf.js.org',
  types: { Telegram: ['Telegraf.new.telegram', 'Telegram.new', 'Bot.new.api', 'Api.new'] },
  calls: each(
    ['sendMessage', 'sendPhoto', 'sendDocument', 'sendInvoice'].map((name) => `Telegram.${name}`),
    telegram,
  ),
});
