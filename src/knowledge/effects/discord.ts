// Checked: discord.js 14.28, @discordjs/rest 2.6 types. Documented: discord.js.org/docs.
import { defineLibrary } from '../types.ts';
import { each, effect } from './support/effect.ts';

export const discord = defineLibrary({
  name: 'discord.js',
  packages: ['discord.js', '@discordjs/rest', '@discordjs/core'],
  source: 'https://discord.js.org/docs',
  types: {
    WebhookClient: ['WebhookClient.new'],
    Channel: ['Client.new.channels.cache.get()', 'Client.new.channels.fetch()'],
    Rest: ['REST.new', 'REST.new.setToken()'],
  },
  typeAliases: { TextChannel: 'Channel', TextBasedChannel: 'Channel', GuildTextBasedChannel: 'Channel', REST: 'Rest' },
  calls: {
    ...each(['WebhookClient.send', 'Channel.send'], effect('message', 'posts to Discord')),
    'Rest.post': effect('message', 'posts to Discord'),
  },
});
