export type { ExportColumn } from './columns.ts';
export { writeCsv } from './csv.ts';
export { personRecords } from './personRecords.ts';
export { exportRows } from './exportRows.ts';
export { writeXlsx } from './xlsx.ts';
