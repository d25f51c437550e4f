export { textOf, type Decode, type RawCell, type Translator } from './cells.ts';
export { FILE_NAME } from './fileName.ts';
export { commentOf, FORM_TYPES, storedForm, type StoredColumn } from './forms.ts';
export type {
  Bound,
  Cell,
  CellKind,
  ExampleSource,
  Form,
  JsonSchema,
  Kind,
  Limits,
  StoredValue,
  TypeSource,
} from './kind.ts';
export { asParameter, columnType, hasTimes, isEmpty, pastWire, toStorage, toWire } from './codec.ts';
export { sampleRecord } from './sampleRecord.ts';
export type { SampleSource } from './samples.ts';
export { badAmount, mostOf } from './money.ts';
export { kindFor } from './table.ts';
export { WALL_TIME } from './time.ts';
export { BadValue, cleanText, ids, instant, wallClock } from './values.ts';
export { mask } from './masks.ts';
export { isCertain, isHidden, recordSchema, typeSource } from './recordSchema.ts';
