// Checked: @plunk/node 3.0 types: no key; it throws.
import { defineLibrary } from '../types.ts';
import { effect } from './support/effect.ts';

export const plunk = defineLibrary({
  name: '@plunk/node',
  packages: ['@plunk/node'],
  source: 'https://docs.useplunk.com',
  types: { Plunk: ['default.new', 'Plunk.new'] },
  calls: {
    'Plunk.emails.send': effect('message', 'sends a mail'),
    'Plunk.events.track': effect('message', 'triggers mails'),
  },
});
