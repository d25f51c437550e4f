export { addUndelete } from './routes.ts';
export { addUndeletePath, DELETED_PARAMETER, DELETED_SEVERAL } from './describe.ts';
