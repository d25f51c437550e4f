export { isDatabaseFailure, isTransient, explain, constraintOf, InUse } from './failures.ts';
export { OPERATION_LOG, operationLog } from './audit.ts';
export { changesOf, isShown, readHistory, recordedField, shownValue, type Change } from './history.ts';
export { defaults } from './defaults.ts';
export { STORED_SECRET } from './boundSecrets.ts';
export { readInput, type SaveInput } from './readInput.ts';
export { needsStored, validate } from './validate.ts';
export type { SaveKey } from './keys.ts';
export { insertStatement, readOutcome, updateStatement, type Outcome } from './statements.ts';
export { partsOf, saveChildren, takeChildren } from './many.ts';
export { nestedReferences } from './nested.ts';
export { fits, requireFit, unfitAmong } from './references.ts';
export { erasePeople, type Erased } from './erase.ts';
export { eraseTraces } from './eraseTraces.ts';
export { undeleteRow } from './undelete.ts';
export { createWriter, deleteRow } from './writer.ts';
export {
  needsTransaction,
  prepareSave,
  refuseState,
  saveAlone,
  saveWithin,
  type Saved,
  type SaveWork,
} from './save.ts';
export { readRow, storedRows } from './stored.ts';
export { companyOf, saveGathered, type GatheredOutcome, type GatheredSave } from './gathered.ts';
export { isPlain, saveTogether } from './together.ts';
export { zoneOf, zoneRoot, zonesBy } from './zones.ts';
export { mask } from '../kinds/index.ts';
