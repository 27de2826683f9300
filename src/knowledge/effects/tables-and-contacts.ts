// Checked: airtable 0.12, google-spreadsheet 5.3, intercom-client 7.0, @hubspot/api-client 13.5 types and the source of
// @mailchimp/mailchimp_marketing 3.0: of these only a single mail of HubSpot's takes a key; they throw.
import { defineLibrary } from '../types.ts';
import { each, effect, idAt, idempotent, nothing, refetch, under } from './support/effect.ts';

const addsRow = effect('other', 'adds a row');
const updatesRow = idempotent('updates a row');
const writesContact = idempotent('writes a contact', 'other');
const message = effect('message', 'sends a message');

export const airtable = defineLibrary({
  name: 'airtable',
  packages: ['airtable'],
  source: 'https://github.com/Airtable/airtable.js',
  types: {
    Airtable: ['default.new'],
    Base: ['base()', 'Airtable.base()'],
    Table: ['Base()', 'Base.table()'],
  },
  calls: {
    'Table.create': addsRow,
    ...each(under('Table', ['update', 'replace', 'destroy']), updatesRow),
    ...each(
      ['Table.find', 'Table.select().all', 'Table.select().firstPage', 'Table.select().eachPage', 'configure'],
      nothing,
    ),
  },
});

export const googleSpreadsheet = defineLibrary({
  name: 'google-spreadsheet',
  packages: ['google-spreadsheet'],
  source: 'https://theoephraim.github.io/node-google-spreadsheet',
  types: {
    Doc: ['GoogleSpreadsheet.new'],
    Sheet: ['Doc.sheetsByIndex.*', 'Doc.sheetsByTitle.*', 'Doc.sheetsById.*', 'Doc.addSheet()'],
    Row: ['Sheet.getRows().*', 'Sheet.getRows().find()'],
  },
  typeAliases: { GoogleSpreadsheet: 'Doc', GoogleSpreadsheetWorksheet: 'Sheet', GoogleSpreadsheetRow: 'Row' },
  calls: {
    ...each(['Sheet.addRow', 'Sheet.addRows', 'Sheet.appendCells'], addsRow),
    ...each(
      [
        'Sheet.saveUpdatedCells',
        'Sheet.saveCells',
        'Sheet.setHeaderRow',
        'Sheet.clear',
        'Sheet.clearRows',
        'Row.save',
        'Row.delete',
      ],
      updatesRow,
    ),
    ...each(
      [
        ...under('Doc', ['loadInfo', 'useServiceAccountAuth', 'useApiKey']),
        ...under('Sheet', ['loadCells', 'getCell', 'loadHeaderRow']),
      ],
      nothing,
    ),
  },
});

export const hubspot = defineLibrary({
  name: '@hubspot/api-client',
  packages: ['@hubspot/api-client'],
  source: 'https://github.com/HubSpot/hubspot-api-nodejs',
  types: { Client: ['Client.new'] },
  calls: {
    'Client.marketing.transactional.singleSendApi.sendEmail': effect('message', 'sends a mail', {
      key: idAt(0, 'message', 'sendId'),
    }),
    // A second contact with the address of the first is refused; deals, tickets and notes are not.
    ...each(
      under('Client.crm', ['contacts.basicApi.create', 'contacts.batchApi.create', 'contacts.batchApi.upsert']),
      writesContact,
    ),
    ...each(
      under('Client.crm', ['*.basicApi.create', '*.batchApi.create', 'objects.*.basicApi.create']),
      effect('other', 'creates an object at HubSpot'),
    ),
    ...each(
      under('Client.crm', [
        ...['*.basicApi.update', '*.basicApi.archive', '*.batchApi.update', '*.batchApi.upsert', '*.batchApi.archive'],
        ...['objects.*.basicApi.update', 'associations.v4.basicApi.create', 'associations.v4.basicApi.createDefault'],
      ]),
      idempotent('updates HubSpot', 'other'),
    ),
    ...each(
      under('Client.crm', ['*.basicApi.getById', '*.basicApi.getPage', '*.searchApi.doSearch', '*.batchApi.read']),
      refetch,
    ),
  },
});

export const intercom = defineLibrary({
  name: 'intercom-client',
  packages: ['intercom-client'],
  source: 'https://github.com/intercom/intercom-node',
  // `Client` up to version 5.
  types: { Client: ['IntercomClient.new', 'Client.new'] },
  typeAliases: { IntercomClient: 'Client' },
  calls: {
    ...each(
      under('Client', [
        ...['messages.create', 'conversations.create', 'conversations.reply', 'tickets.reply'],
        ...['conversations.replyByIdAsAdmin', 'conversations.replyByIdAsUser', 'conversations.replyByIdLast'],
      ]),
      message,
    ),
    ...each(under('Client', ['tickets.create', 'tickets.enqueueCreateTicket']), effect('message', 'opens a ticket')),
    'Client.notes.create': effect('other', 'writes a note'),
    'Client.events.create': effect('other', 'records an event', { radius: 'other' }),
    ...each(
      under('Client', [
        ...['contacts.create', 'contacts.update', 'contacts.delete', 'contacts.createUser', 'contacts.createLead'],
        ...[
          'companies.createOrUpdate',
          'companies.update',
          'companies.attachContact',
          'tags.create',
          'tags.tagContact',
        ],
      ]),
      writesContact,
    ),
    ...each(
      under('Client', ['conversations.update', 'conversations.manage', 'tickets.update']),
      idempotent('updates Intercom'),
    ),
    'Client.*.*': nothing,
  },
});

export const mailchimpMarketing = defineLibrary({
  name: '@mailchimp/mailchimp_marketing',
  packages: ['@mailchimp/mailchimp_marketing'],
  source: 'https://mailchimp.com/developer/marketing/api/',
  calls: {
    'customerJourneys.trigger': effect('message', 'triggers mails'),
    'lists.createListMemberEvent': effect('message', 'triggers mails'),
    // A campaign is sent once.
    ...each(['campaigns.send', 'campaigns.schedule'], idempotent('sends a campaign', 'message')),
    'campaigns.create, campaigns.replicate': effect('other', 'creates a campaign'),
    ...each(
      under('lists', [
        ...['addListMember', 'setListMember', 'updateListMember', 'deleteListMember', 'batchListMembers'],
        ...['updateListMemberTags', 'deleteListMemberPermanent'],
      ]),
      writesContact,
    ),
    ...each(['setConfig', 'ping.get', 'lists.getListMember', 'lists.getAllLists'], nothing),
  },
});
