// Source: github.com/Airtable/airtable.js; not checked against types.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent } from './support/effect.ts';

export const tablesAndContacts = defineLibrary({
  name: 'tables and contacts',
  packages: [
    'airtable',
    '@hubspot/api-client',
    'intercom-client',
    '@mailchimp/mailchimp_marketing',
    'google-spreadsheet',
  ],
  source: 'https://github.com/Airtable/airtable.js, https://github.com/HubSpot/hubspot-api-nodejs',
  types: {
    Client: ['default.new', 'Client.new', 'IntercomClient.new', 'GoogleSpreadsheet.new'],
    Table: ['Client.base()()', 'Client.sheetsByIndex.*', 'Client.sheetsByTitle.*'],
  },
  calls: {
    ...each(['Table.create', 'Table.addRow', 'Table.addRows'], effect('other', 'adds a row')),
    'Client.crm.*.basicApi.create': effect('other', 'creates a contact'),
    'Client.crm.*.basicApi.update': idempotent('updates a contact'),
    'Client.messages.create': effect('message', 'sends a message'),
  },
});
