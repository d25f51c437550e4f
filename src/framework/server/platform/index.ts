export { defineApplication, type Application, type ApplicationSource } from './defineApplication.ts';
export { mergeModules } from './mergeModules.ts';
