// Checked: @notionhq/client 5.26 types: no key; it throws.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing, under } from './support/effect.ts';

export const notion = defineLibrary({
  name: '@notionhq/client',
  packages: ['@notionhq/client'],
  source: 'https://github.com/makenotion/notion-sdk-js',
  types: { Notion: ['Client.new'] },
  typeAliases: { Client: 'Notion' },
  calls: {
    'Notion.pages.create': effect('other', 'creates a page'),
    'Notion.blocks.children.append': effect('other', 'appends to a page'),
    'Notion.comments.create': effect('message', 'writes a comment'),
    ...each(
      under('Notion', ['databases.create', 'dataSources.create', 'views.create', 'blocks.meetingNotes.create']),
      effect('other', 'creates an object at Notion'),
    ),
    ...each(
      under('Notion', [
        ...['pages.update', 'pages.move', 'pages.updateMarkdown', 'blocks.update', 'blocks.delete'],
        ...['databases.update', 'dataSources.update', 'comments.update', 'comments.delete'],
      ]),
      idempotent('updates a page'),
    ),
    'Notion.*.*, Notion.*.*.*, Notion.search': nothing,
    'isFullPage, isFullDatabase, isFullBlock, collectPaginatedAPI, iteratePaginatedAPI': nothing,
  },
});
