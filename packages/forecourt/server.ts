/** The Node program: modules, commands, hooks, refusals. */
export * from './src/server/index.ts';
