export type * from './caller.ts';
export type * from './layer.ts';
export type * from './versions/index.ts';
export type * from './tablesPlan.ts';
export { onClient } from './context/index.ts';
export { checkUse } from './checkNames.ts';
export { createDataLayer } from './createDataLayer.ts';
export { writeCsv, writeXlsx, type ExportColumn } from './export/index.ts';
export { MAX_FILE_BYTES } from './import/index.ts';
export {
  MAX_PAGE_SIZE,
  readPageNumbers,
  type Bucket,
  type FigureRequest,
  type WidgetRequest,
  type WidgetRow,
  TOO_MANY_GUESSES,
  isRestricted,
  seesAsPerson,
} from './query/index.ts';
export {
  FILE_NAME,
  badAmount,
  recordSchema,
  sampleRecord,
  toStorage,
  type Cell,
  type SampleSource,
  wallClock,
} from './kinds/index.ts';
export { MOST_UNREAD, type Reader, type Told } from './notices/index.ts';
export { codeLabel, entityLabel, fieldLabel, refusalText } from './labels.ts';
export { mask } from './kinds/index.ts';
export { STORED_SECRET } from './writer/index.ts';
export {
  DatabaseNewer,
  describePlan,
  OthersAtWork,
  StandingChanged,
  TablesRefused,
  UnknownDrop,
} from './tables/index.ts';
export { NotRegistered } from './checkRegistered.ts';
export {
  endOfChain,
  headOf,
  readHeads,
  sealGauges,
  sealLogs,
  verifyLogs,
  type Head,
  type KeptHead,
  type LogReport,
} from './seals/index.ts';
