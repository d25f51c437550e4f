export { addReach, addUndelete } from './routes.ts';
export { addReachPath, addUndeletePath, DELETED_PARAMETER, DELETED_SEVERAL } from './describe.ts';
