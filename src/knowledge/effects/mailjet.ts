// Source: github.com/mailjet/mailjet-apiv3-nodejs; not checked against types.
import { defineLibrary } from '../types.ts';
import { effect } from './support/effect.ts';

const sends = effect('message', 'sends a mail');

export const mailjet = defineLibrary({
  name: 'node-mailjet',
  packages: ['node-mailjet'],
  source: 'https://github.com/mailjet/mailjet-apiv3-nodejs',
  types: { Client: ['default.new', 'Client.new', 'default.apiConnect()', 'Client.apiConnect()', 'default.connect()'] },
  calls: {
    'Client.post().request': (call) =>
      call.read.string(call.chain[0]?.args?.[0]) === 'send' ? sends(call) : undefined,
  },
});
