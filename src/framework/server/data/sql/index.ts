export { all, any, column, ident, literal, NOW, Parameters } from './text.ts';
export { prepared } from './prepared.ts';
export { now, splice } from './raw.ts';
