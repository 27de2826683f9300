// Checked: telegraf 4.16, grammy 1.46 types: no key; they throw.
import { defineLibrary } from '../types.ts';
import { telegramContext, telegramMethods } from './support/telegram.ts';

export const telegraf = defineLibrary({
  name: 'telegraf',
  packages: ['telegraf', 'grammy'],
  source: 'https://telegraf.js.org, https://grammy.dev',
  types: {
    Bot: ['Telegraf.new', 'Bot.new'],
    Telegram: ['Bot.telegram', 'Bot.api', 'Context.telegram', 'Context.api', 'Telegram.new', 'Api.new'],
    Context: [],
  },
  typeAliases: { Telegraf: 'Bot' },
  calls: { ...telegramMethods, ...telegramContext },
});
