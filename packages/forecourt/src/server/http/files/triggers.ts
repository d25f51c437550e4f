/** The text of some columns of a row (`new`, or an alias). Names are those of the model, which knows no quotation marks. */
export const textOf = (row: string, columns: readonly string[]): string =>
  `concat_ws(' ', ${columns.map((column) => `${row}."${column}"::text`).join(', ')})`;

/**
 * A trigger of a table and the function of the same name, which is told the columns. It runs only for rows that may name a file, so that other writes cost a
 * look at the text of these columns.
 */
export function trigger(name: string, table: string, columns: readonly string[]): string {
  const keys = columns.map((column) => `'${column}'`).join(', ');
  return `
drop trigger if exists "${name}" on "${table}";
create trigger "${name}" after insert or update of ${columns.map((column) => `"${column}"`).join(', ')} on "${table}"
for each row when (${textOf('new', columns)} ~ '[0-9a-f]{32}') execute function "${name}"(${keys});`;
}
