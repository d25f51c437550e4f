export { all, any, column, ident, literal, Parameters } from './text.ts';
export { prepared } from './prepared.ts';
export { splice } from './raw.ts';
