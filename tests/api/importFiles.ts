import { vi } from 'vitest';
import type { ImportQuestions, ImportState } from 'forecourt/model';
import type { Caller, DataLayer, ExportChoices } from '../../packages/forecourt/src/server/data/index.ts';
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

interface Checked {
  readonly name?: string;
  readonly updateBy?: string;
  readonly choices?: Readonly<Record<string, string>>;
  readonly by?: Caller;
}

/** What a check answers: the state of the import, or questions. */
export async function checkOrAsk(
  data: DataLayer,
  resource: string,
  bytes: Buffer,
  { name = 'file.csv', updateBy, choices, by = caller() }: Checked = {},
): Promise<ImportState | ImportQuestions> {
  const file = { name, bytes, ...(updateBy && { updateBy }), ...(choices && { choices }) };
  const answer = await data.imports.check(resource, file, by, words);
  return typeof answer === 'string' ? (JSON.parse(answer) as ImportState) : answer;
}

/** A check that asks nothing. */
export async function check(
  data: DataLayer,
  resource: string,
  bytes: Buffer,
  options: Checked = {},
): Promise<ImportState> {
  const answer = await checkOrAsk(data, resource, bytes, options);
  if (answer.state === 'asking') throw new Error(`asked: ${JSON.stringify(answer.questions)}`);
  return answer;
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
