export { isDatabaseFailure, isTransient, explain, constraintOf, InUse } from './failures.ts';
export { toStorage } from './codec.ts';
export { operationLog } from './audit.ts';
export { readHistory } from './history.ts';
export { defaults, needsStored, readInput, validate, type SaveInput } from './validate.ts';
export { insertStatement, readOutcome, updateStatement, type Outcome } from './statements.ts';
export { createWriter, deleteRow } from './writer.ts';
export { needsTransaction, prepareSave, readRow, saveAlone, saveWithin, type Saved } from './save.ts';
