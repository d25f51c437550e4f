import { vi } from 'vitest';
import type { ImportState } from '../../src/framework/model/index.ts';
import type { Caller, DataLayer, ExportChoices } from '../../src/framework/server/data/index.ts';
import { caller } from './dataModel.ts';

/** Languages of the tests: a label is its key in one and a text of its own in the other. */
const words = [{ t: (key: string) => key }, { t: (key: string) => LABELS[key] ?? key }];
const LABELS: Readonly<Record<string, string>> = {
  'resources.booking.fields.name': '姓名',
  'resources.booking.fields.fromId': 'สาขาต้นทาง',
  'codes.kind.long': '长租',
};

/** Cells as a CSV file; texts as they are. */
export const csv = (rows: readonly (readonly unknown[])[]): Buffer =>
  Buffer.from(
    rows.map((row) => row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(',')).join('\r\n'),
  );

export async function exported(
  data: DataLayer,
  resource: string,
  choices: ExportChoices,
  query = {},
  by: Caller = caller(),
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of data.exportRows(resource, query, by, choices)) pieces.push(Buffer.from(piece as string));
  return Buffer.concat(pieces);
}

export async function check(
  data: DataLayer,
  resource: string,
  bytes: Buffer,
  { name = 'file.csv', updateBy, by = caller() }: { name?: string; updateBy?: string; by?: Caller } = {},
): Promise<ImportState> {
  return JSON.parse(
    await data.imports.check(resource, { name, bytes, ...(updateBy && { updateBy }) }, by, words),
  ) as ImportState;
}

/** Continues until nothing waits. */
export async function run(data: DataLayer, resource: string, id: number, by: Caller = caller()): Promise<ImportState> {
  for (;;) {
    const state = JSON.parse(await data.imports.run(resource, id, by)) as ImportState;
    if (state.state === 'done') return state;
  }
}

/** One call whose time is up after a few rows, on however fast a machine. */
export async function runBriefly(data: DataLayer, resource: string, id: number): Promise<ImportState> {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 500));
  try {
    return JSON.parse(await data.imports.run(resource, id, caller())) as ImportState;
  } finally {
    clock.mockRestore();
  }
}

/** `row field message` of every error. */
export const errorsOf = (state: ImportState): string[] =>
  state.errors.map(({ row, field, message }) => `${row} ${field} ${message}`);
