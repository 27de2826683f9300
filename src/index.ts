export { plugin as default } from './eslint/plugin.ts';
