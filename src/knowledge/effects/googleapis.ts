// Checked: @googleapis/gmail 18.0, @googleapis/sheets 14.0, @googleapis/calendar 16.0 types: no key; an event of a calendar may be given
// its id; they throw, or hand the answer to a function that is their last argument.
import { defineLibrary } from '../types.ts';
import { each, effect, idAt, idempotent, nothing, refetch, under } from './support/effect.ts';

const id = idAt(0, 'requestBody', 'id');

export const googleApis = defineLibrary({
  name: 'googleapis',
  packages: ['googleapis', '@googleapis/gmail', '@googleapis/sheets', '@googleapis/calendar'],
  source: 'https://github.com/googleapis/google-api-nodejs-client',
  types: {
    Gmail: ['google.gmail()', 'gmail()', 'gmail_v1.Gmail.new'],
    Sheets: ['google.sheets()', 'sheets()', 'sheets_v4.Sheets.new'],
    Calendar: ['google.calendar()', 'calendar()', 'calendar_v3.Calendar.new'],
    Auth: [
      ...['google.auth.OAuth2.new', 'google.auth.GoogleAuth.new', 'google.auth.JWT.new'],
      ...['auth.OAuth2.new', 'auth.GoogleAuth.new', 'auth.JWT.new'],
    ],
  },
  typeAliases: { 'gmail_v1.Gmail': 'Gmail', 'sheets_v4.Sheets': 'Sheets', 'calendar_v3.Calendar': 'Calendar' },
  calls: {
    ...each(under('Gmail.users', ['messages.send', 'drafts.send']), effect('message', 'sends a mail')),
    ...each(
      under('Gmail.users', ['messages.modify', 'messages.trash', 'threads.modify', 'watch', 'stop']),
      idempotent('changes a mailbox', 'other'),
    ),
    'Sheets.spreadsheets.values.append': effect('other', 'adds a row'),
    ...each(
      under('Sheets.spreadsheets', ['values.update', 'values.batchUpdate', 'values.clear', 'values.batchClear']),
      idempotent('updates a row'),
    ),
    'Sheets.spreadsheets.batchUpdate, Sheets.spreadsheets.create': effect('other', 'changes a spreadsheet'),
    // Guests are told where this says so.
    'Calendar.events.insert': (call) => {
      const tells = call.read.string(call.read.get(call.args[0], 'sendUpdates'));
      return tells === undefined || tells === 'none'
        ? effect('other', 'creates an event of a calendar', { key: id })(call)
        : effect('message', 'sends invitations', { key: id })(call);
    },
    ...each(
      under('Calendar.events', ['update', 'patch', 'delete', 'import']),
      idempotent('updates an event of a calendar'),
    ),
    ...each(
      [
        ...under('Gmail.users', [
          'messages.get',
          'messages.list',
          'threads.get',
          'history.list',
          'messages.attachments.get',
        ]),
        ...under('Calendar.events', ['get', 'list']),
      ],
      refetch,
    ),
    ...each(
      ['Sheets.spreadsheets.values.get', 'Sheets.spreadsheets.get', 'Sheets.spreadsheets.values.batchGet', 'Auth.*'],
      nothing,
    ),
  },
});
