export { applyTables, fingerprint } from './apply.ts';
export { buildIndexes } from './buildIndexes.ts';
export { readCatalog } from './catalog.ts';
export { columnsOf } from './columns.ts';
export { UnknownDrop } from './drops.ts';
export { DatabaseNewer, listenerName, MODEL_CHANNEL, readLineage } from './lineage.ts';
export { keptSince, LOG_DAYS, logTime, maintainLogPartitions } from './logs.ts';
export { orderedColumns, tieColumn } from './indexColumns.ts';
export { objectsOf, type TableObject } from './objects.ts';
export { planTables } from './plan.ts';
export { describePlan, TablesRefused } from './refused.ts';
export { StandingChanged, type Standing, type StandingChanges } from './standing.ts';
export { OthersAtWork } from './sparing.ts';
export {
  beginning,
  beginsWord,
  folded,
  folding,
  isLetter,
  isOneGram,
  needleOf,
  searchExpression,
  wordsOf,
} from './searchIndex.ts';
export { normalSql, searchedForm } from './normalForms.ts';
export { compared, isTyped } from './uniqueKey.ts';
