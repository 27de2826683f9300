// Checked: octokit 5.0, @octokit/core 7.0, @octokit/rest 22.0 types and the endpoints of @octokit/plugin-rest-endpoint-methods: no
// key; it throws.
import { defineLibrary } from '../types.ts';
import { octokitFunctions, octokitRest } from './support/octokit.ts';

export const octokit = defineLibrary({
  name: 'octokit',
  packages: [
    ...['octokit', '@octokit/rest', '@octokit/core', '@octokit/app', '@octokit/action', '@actions/github'],
    ...['@octokit/request', '@octokit/graphql'],
  ],
  source: 'https://github.com/octokit/octokit.js',
  types: {
    App: ['App.new'],
    Octokit: [
      ...['Octokit.new', 'getOctokit()', 'App.octokit', 'App.getInstallationOctokit()'],
      // `Octokit.plugin(…)`, `Octokit.defaults(…)`
      ...['Octokit.plugin().new', 'Octokit.defaults().new', 'Octokit.plugin().defaults().new'],
    ],
  },
  calls: { ...octokitRest, ...octokitFunctions },
});
