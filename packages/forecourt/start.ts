/** The first part that a browser loads, and nothing else: the rest loads behind it. */
export { start } from './src/shell/start.ts';
