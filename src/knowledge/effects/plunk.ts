// Source: docs.useplunk.com; not checked against types.
import { defineLibrary } from '../types.ts';
import { effect } from './support/effect.ts';

const sends = effect('message', 'sends a mail');

export const plunk = defineLibrary({
  name: '@plunk/node',
  packages: ['@plunk/node'],
  source: 'https://docs.useplunk.com',
  types: { Plunk: ['default.new'] },
  calls: { 'Plunk.emails.send': sends, 'Plunk.events.track': effect('message', 'triggers mails') },
});
