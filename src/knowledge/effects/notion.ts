// Source: github.com/makenotion/notion-sdk-js; not checked against types.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing } from './support/effect.ts';

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
    ...each(
      ['Notion.pages.retrieve', 'Notion.databases.query', 'Notion.databases.retrieve', 'Notion.dataSources.query'],
      nothing,
    ),
  },
});
