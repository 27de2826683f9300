// Checked: @octokit/core 7.0 types. Documented: github.com/octokit/octokit.js.
import { defineLibrary } from '../types.ts';
import { octokitRest } from './support/octokit.ts';

export const octokit = defineLibrary({
  name: 'octokit',
  packages: ['octokit', '@octokit/rest', '@octokit/core', '@octokit/app', '@octokit/action'],
  source: 'https://github.com/octokit/octokit.js',
  types: {
    Octokit: ['Octokit.new', 'App.new.getInstallationOctokit()', 'App.new.octokit'],
  },
  calls: octokitRest,
});
