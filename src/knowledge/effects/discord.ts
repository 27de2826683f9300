// Checked: discord.js 14.28, @discordjs/rest 2.6, @discordjs/core 2.6 types: a nonce, where it is enforced, is remembered for
// minutes only, so no message takes a key.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing, under } from './support/effect.ts';

const posts = effect('message', 'posts to Discord');

/** A manager's ways to one of what it manages. */
function oneOf(...managers: string[]): string[] {
  return managers.flatMap((manager) => under(manager, ['fetch()', 'cache.get()', 'cache.find()', 'cache.first()']));
}

export const discord = defineLibrary({
  name: 'discord.js',
  packages: ['discord.js', '@discordjs/rest', '@discordjs/core'],
  source: 'https://discord.js.org/docs',
  types: {
    Client: ['Client.new'],
    WebhookClient: ['WebhookClient.new', 'Channel.createWebhook()'],
    Channel: [
      ...oneOf('Client.channels', 'Guild.channels'),
      ...['Client.users.createDM()', 'User.createDM()', 'Member.createDM()', 'User.dmChannel', 'Message.channel'],
      ...['Message.startThread()', 'Channel.threads.create()', 'Guild.channels.create()'],
    ],
    User: [...oneOf('Client.users'), 'Member.user', 'Message.author'],
    Guild: [...oneOf('Client.guilds'), 'Member.guild', 'Message.guild', 'Channel.guild'],
    Member: [...oneOf('Guild.members'), 'Message.member'],
    Message: oneOf('Channel.messages'),
    Rest: ['REST.new', 'Rest.setToken()', 'Rest.setAgent()', 'Client.rest'],
    Api: ['API.new'],
    // What is put together before it is sent.
    Builder: [
      ...['Embed', 'ActionRow', 'Button', 'Attachment', 'Modal', 'StringSelectMenu', 'TextInput', 'SlashCommand'].map(
        (name) => `${name}Builder.new`,
      ),
      'Builder.*()',
    ],
  },
  typeAliases: {
    ...each(
      [
        'TextChannel',
        'NewsChannel',
        'DMChannel',
        'ThreadChannel',
        'TextBasedChannel',
        'GuildTextBasedChannel',
        'SendableChannels',
      ],
      'Channel',
    ),
    GuildMember: 'Member',
    Webhook: 'WebhookClient',
    REST: 'Rest',
    API: 'Api',
  },
  calls: {
    ...each(
      [
        'WebhookClient.send',
        'Channel.send',
        'User.send',
        'Member.send',
        'Client.users.send',
        'Message.reply',
        'Message.forward',
      ],
      posts,
    ),
    ...each(
      ['channels.createMessage', 'webhooks.execute', 'webhooks.executeSlack', 'interactions.followUp'].map(
        (name) => `Api.${name}`,
      ),
      posts,
    ),
    'Rest.post': (call) => {
      const route = call.read.external(call.args[0]);
      const name = route?.root === 'Routes' ? route.chain.at(-1)?.name : undefined;
      const path = call.read.text(call.args[0]) ?? '';
      const isMessage = /^(channelMessages|webhook)$/.test(name ?? '') || /\/messages$|^\/webhooks\//.test(path);
      if (isMessage) return posts(call);
      return name === undefined && path === '' ? posts(call) : effect('other', 'creates an object at Discord')(call);
    },
    ...each(['Rest.put', 'Rest.patch', 'Rest.delete'], idempotent('updates Discord')),
    'Rest.get': nothing,
    'Routes.*': ({ receiver }) => ({ is: 'value', value: receiver }),
    'Guild.channels.create, Channel.threads.create, Message.startThread': effect('other', 'opens a channel'),
    'Guild.roles.create, Channel.createInvite': effect('other', 'creates an object at Discord'),
    ...each(
      ['roles.add', 'roles.remove', 'roles.set', 'kick', 'ban', 'timeout', 'edit', 'setNickname'].map(
        (name) => `Member.${name}`,
      ),
      idempotent('updates a member'),
    ),
    ...each(
      [
        'Guild.members.addRole',
        'Guild.members.removeRole',
        'Guild.members.ban',
        'Guild.members.kick',
        'Guild.members.unban',
      ],
      idempotent('updates a member'),
    ),
    ...each(
      [
        'Message.edit',
        'Message.delete',
        'Message.pin',
        'Message.react',
        'WebhookClient.editMessage',
        'WebhookClient.deleteMessage',
      ],
      idempotent('updates a message', 'other'),
    ),
    ...each(
      under('Api', [
        'channels.editMessage',
        'channels.deleteMessage',
        'channels.addMessageReaction',
        'guilds.addRoleToMember',
        'guilds.removeRoleFromMember',
      ]),
      idempotent('updates Discord', 'other'),
    ),
    ...each(
      [
        'Client.login',
        'Client.destroy',
        'Client.on',
        'Client.once',
        'Channel.isTextBased',
        'Channel.isSendable',
        'Channel.sendTyping',
      ],
      nothing,
    ),
    'Api.*.*': nothing,
  },
});
