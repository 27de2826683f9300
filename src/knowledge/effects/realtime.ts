// Checked: pusher, ably, socket.io READMEs; octokit types; @linear/sdk, @notionhq/client, googleapis READMEs.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt, nothing, refetch } from './support/effect.ts';
import { octokitRest } from './support/octokit.ts';

/** A message to browsers that are open now: seen twice at worst. */
export const realtime = defineLibrary({
  name: 'realtime channels',
  packages: ['pusher', 'ably', 'socket.io', '@supabase/realtime-js', 'partykit', 'centrifuge', '@liveblocks/node'],
  source: 'https://github.com/pusher/pusher-http-node, https://socket.io/docs/v4/server-api/',
  types: { Server: ['default.new', 'Server.new', 'Rest.new', 'default.Rest.new', 'Liveblocks.new'] },
  calls: each(
    ['Server.trigger', 'Server.triggerBatch', 'Server.emit', 'Server.to().emit', 'Server.in().emit', 'Server.channels.get().publish', 'Server.broadcastEvent'],
    nothing,
  ),
});

export const octokit = defineLibrary({
  name: 'octokit',
  packages: ['octokit', '@octokit/rest', '@octokit/core', '@octokit/app', '@octokit/action'],
  source: 'https://github.com/octokit/octokit.js',
  types: {
    Octokit: ['Octokit.new', 'App.new.getInstallationOctokit()', 'App.new.octokit'],
  },
  calls: octokitRest,
});

export const linearClient = defineLibrary({
  name: '@linear/sdk',
  packages: ['@linear/sdk'],
  source: 'https://linear.app/developers/sdk',
  types: { Linear: ['LinearClient.new'] },
  calls: {
    'Linear.createIssue': effect('message', 'opens an issue', { key: keyAt(0, 'id') }),
    'Linear.createComment': effect('message', 'writes a comment', { key: keyAt(0, 'id') }),
    ...each(['Linear.updateIssue', 'Linear.archiveIssue', 'Linear.deleteIssue'], idempotent('updates an issue')),
    ...each(['Linear.issue', 'Linear.issues', 'Linear.user', 'Linear.team'], refetch),
  },
});

export const notion = defineLibrary({
  name: '@notionhq/client',
  packages: ['@notionhq/client'],
  source: 'https://github.com/makenotion/notion-sdk-js',
  types: { Notion: ['Client.new'] },
  calls: {
    'Notion.pages.create': effect('other', 'creates a page'),
    'Notion.blocks.children.append': effect('other', 'appends to a page'),
    'Notion.comments.create': effect('message', 'writes a comment'),
    'Notion.pages.update': idempotent('updates a page'),
    ...each(['Notion.pages.retrieve', 'Notion.databases.query', 'Notion.databases.retrieve', 'Notion.dataSources.query'], nothing),
  },
});

export const airtable = defineLibrary({
  name: 'tables and contacts',
  packages: ['airtable', '@hubspot/api-client', 'intercom-client', '@mailchimp/mailchimp_marketing', 'google-spreadsheet'],
  source: 'https://github.com/Airtable/airtable.js, https://github.com/HubSpot/hubspot-api-nodejs',
  types: { Client: ['default.new', 'Client.new', 'IntercomClient.new', 'GoogleSpreadsheet.new'], Table: ['Client.base()()', 'Client.sheetsByIndex.*', 'Client.sheetsByTitle.*'] },
  calls: {
    ...each(['Table.create', 'Table.addRow', 'Table.addRows'], effect('other', 'adds a row')),
    'Client.crm.*.basicApi.create': effect('other', 'creates a contact'),
    'Client.crm.*.basicApi.update': idempotent('updates a contact'),
    'Client.messages.create': effect('message', 'sends a message'),
  },
});

export const generatedModels = defineLibrary({
  name: 'model clients',
  packages: ['openai', '@anthropic-ai/sdk', 'replicate', '@google/generative-ai', 'ai'],
  source: 'https://github.com/openai/openai-node, https://replicate.com/docs/reference/client-libraries',
  types: { Client: ['default.new', 'OpenAI.new', 'Anthropic.new', 'Replicate.new'] },
  calls: {
    ...each(
      ['Client.chat.completions.create', 'Client.responses.create', 'Client.messages.create', 'Client.images.generate', 'Client.embeddings.create', 'generateText', 'streamText', 'generateObject', 'embed'],
      effect('other', 'asks a model', { radius: 'other' }),
    ),
    ...each(['Client.predictions.create', 'Client.run', 'Client.trainings.create'], effect('other', 'starts a prediction', { radius: 'other' })),
    ...each(['Client.predictions.get', 'Client.files.retrieve'], refetch),
    'Client.webhooks.unwrap': ({ args }) => ({
      is: 'verification',
      verification: { provider: 'standardwebhooks', returns: 'event', payload: args[0], secret: args[2] },
    }),
  },
});
