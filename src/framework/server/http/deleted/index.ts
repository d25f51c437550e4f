export { addUndelete } from './routes.ts';
export { addUndeletePath, DELETED_PARAMETER } from './describe.ts';
