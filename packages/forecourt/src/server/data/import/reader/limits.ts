/** What one import takes. The reader counts while it reads and stops at the first limit that is passed. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 100_000;
export const MAX_COLUMNS = 200;
/** Cells that hold something, of the whole file. */
export const MAX_CELLS = 2_000_000;
/** Characters of a cell; spreadsheets hold no more. */
export const MAX_CELL = 32_767;
/** Characters of a row. */
export const MAX_ROW = 2_000_000;
/** Characters of all cells together. */
export const MAX_TEXT = 50_000_000;
/** Bytes of a spreadsheet's parts unpacked. */
export const MAX_UNPACKED = 96 * 1024 * 1024;
/** What a spreadsheet can address. */
export const LAST_ROW = 1_048_576;
export const LAST_COLUMN = 16_384;
