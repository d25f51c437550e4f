import type { ImportState } from '../../../model/index.ts';
import { notFound } from '../../errors.ts';
import { fieldLabel } from '../labels.ts';
import type { Caller } from '../caller.ts';
import type { Connection } from '../query/index.ts';
import { SQL } from '../sql/index.ts';
import { isValid, type Draft, type Issue } from './draft.ts';
import type { MappedColumn } from './mapping.ts';
import type { Choices } from './reader/index.ts';
import { labelOf } from './remembered.ts';

/** Rows a statement: few enough to be written down between two calls. */
const BATCH = 1_000;
/** Rows with errors a page. */
const PAGE = 100;

interface StoredImport {
  readonly id: number;
  readonly fileName: string;
  readonly encoding: string;
  readonly headerRow: number;
  readonly choices: Choices;
  readonly columns: readonly MappedColumn[];
  readonly done: boolean;
}

type RowState = 'good' | 'bad' | 'unchanged' | 'created' | 'updated' | 'failed';

const stateOf = (draft: Draft): RowState => (!isValid(draft) ? 'bad' : draft.unchanged ? 'unchanged' : 'good');

/** Keeps a checked file: what is good waits to be written, what is not is known by its errors. */
export async function storeImport(
  connection: Connection,
  resource: string,
  file: Omit<StoredImport, 'id' | 'done'>,
  drafts: readonly Draft[],
  caller: Caller,
): Promise<number> {
  const { rows } = await connection.query<{ id: number }>({
    text: SQL`insert into "_import" (resource, "userId", "fileName", encoding, "headerRow", choices, columns, done, "createTime") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    values: [
      resource,
      caller.actor.id,
      file.fileName,
      file.encoding,
      file.headerRow,
      JSON.stringify(file.choices),
      JSON.stringify(file.columns),
      !drafts.some((draft) => stateOf(draft) === 'good'),
      new Date(caller.now),
    ],
  });
  const { id } = rows[0]!;
  for (let at = 0; at < drafts.length; at += BATCH) {
    const part = drafts.slice(at, at + BATCH).map((draft) => {
      const state = stateOf(draft);
      return {
        row: draft.row,
        state,
        input: state === 'good' ? draft.input : null,
        errors: state === 'bad' ? draft.errors : null,
      };
    });
    await connection.query({
      text: SQL`insert into "_importRow" ("importId", row, state, input, errors) select $1, r.row, r.state, r.input, r.errors from jsonb_to_recordset($2::jsonb) as r(row integer, state text, input jsonb, errors jsonb)`,
      values: [id, JSON.stringify(part)],
    });
  }
  return id;
}

/** An import of this user; locked, so that two who continue it take turns. */
export async function findImport(
  connection: Connection,
  resource: string,
  id: number,
  caller: Caller,
  lock = false,
): Promise<StoredImport> {
  const { rows } = await connection.query<StoredImport>({
    text: SQL`select id, "fileName", encoding, "headerRow", choices, columns, done from "_import" where id = $1 and resource = $2 and "userId" = $3${lock ? SQL` for update` : SQL``}`,
    values: [id, resource, caller.actor.id],
  });
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The latest import of this user that waits to be written or continued. */
export async function openImport(
  connection: Connection,
  resource: string,
  caller: Caller,
): Promise<number | undefined> {
  const { rows } = await connection.query<{ id: number }>({
    text: SQL`select id from "_import" where resource = $1 and "userId" = $2 and not done order by id desc limit 1`,
    values: [resource, caller.actor.id],
  });
  return rows[0]?.id;
}

interface ErrorRow {
  readonly row: number;
  readonly errors: Readonly<Record<string, Issue>>;
}

const sayIssue = (caller: Caller, issue: Issue): string =>
  typeof issue === 'string' ? caller.t(issue) : caller.t(issue[0], issue[1]);

/** How far an import is, with a page of its errors in the language of the request. */
export async function importState(
  connection: Connection,
  resource: string,
  found: StoredImport,
  caller: Caller,
  page = 1,
): Promise<ImportState> {
  const { rows: counted } = await connection.query<{ state: RowState; creates: boolean; count: number }>({
    text: SQL`select state, coalesce(not input ? 'id', false) as creates, count(*)::int as count from "_importRow" where "importId" = $1 group by 1, 2`,
    values: [found.id],
  });
  const count = (state: RowState, creates?: boolean): number =>
    counted
      .filter((one) => one.state === state && (creates === undefined || one.creates === creates))
      .reduce((sum, one) => sum + one.count, 0);
  const { rows } = await connection.query<ErrorRow>({
    text: SQL`select row, errors from "_importRow" where "importId" = $1 and state in ('bad', 'failed') order by row limit ${PAGE} offset $2`,
    values: [found.id, (page - 1) * PAGE],
  });
  const label = (name: string): string => (name === '' ? '' : fieldLabel(caller, resource, name));
  const errors = rows.flatMap(({ row, errors: issues }) =>
    Object.entries(issues).map(([field, issue]) => ({
      row,
      field,
      label: label(field.split('.')[0]!),
      message: sayIssue(caller, issue),
    })),
  );
  const waiting = count('good');
  const written = count('created') + count('updated') + count('failed');
  return {
    id: found.id,
    state: found.done ? 'done' : written > 0 ? 'running' : 'checked',
    fileName: found.fileName,
    encoding: found.encoding,
    headerRow: found.headerRow,
    answers: Object.entries(found.choices).map(([about, value]) => ({
      about,
      label: labelOf(caller, resource, about),
      value,
    })),
    columns: found.columns.map((column) => ({ ...column, label: column.field === null ? '' : label(column.field) })),
    rows: counted.reduce((sum, one) => sum + one.count, 0),
    waiting,
    creates: count('good', true),
    updates: count('good', false),
    unchanged: count('unchanged'),
    bad: count('bad'),
    created: count('created'),
    updated: count('updated'),
    failed: count('failed'),
    errors,
    errorPages: Math.ceil((count('bad') + count('failed')) / PAGE),
  };
}
