/** What one import takes; more is refused before anything is read further. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 50_000;
export const MAX_COLUMNS = 200;
/** Characters of a cell; spreadsheets hold no more. */
export const MAX_CELL = 32_767;
/** Characters of all cells together. */
export const MAX_TEXT = 50_000_000;
/** Bytes of a spreadsheet's parts unpacked. */
export const MAX_UNPACKED = 96 * 1024 * 1024;
