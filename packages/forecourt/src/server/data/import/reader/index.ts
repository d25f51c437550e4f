export { normalHeader } from './header.ts';
export { MAX_CELLS, MAX_FILE_BYTES, MAX_ROWS } from './limits.ts';
export { openFile, type FileReader } from './openFile.ts';
export {
  isFault,
  type Choices,
  type Fault,
  type Opened,
  type Question,
  type ReadColumn,
  type Reading,
  type Reads,
  type SheetRow,
} from './protocol.ts';
