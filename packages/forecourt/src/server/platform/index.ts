export { defineApplication, type Application, type ApplicationSource } from './defineApplication.ts';
export type { DemoPlan } from './demo.ts';
export { insertRows } from './insertRows.ts';
export { mergeModules, plugModules } from './mergeModules.ts';
