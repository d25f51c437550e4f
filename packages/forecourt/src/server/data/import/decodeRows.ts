import { relationOf, type Entity, type Field } from '../../../model/index.ts';
import { kindFor, textOf, type Decode, type Translator } from '../kinds/index.ts';
import type { Caller } from '../caller.ts';
import type { Connection, Engine } from '../query/index.ts';
import type { Draft } from './draft.ts';
import { inTurns } from './inTurns.ts';
import type { MappedColumn } from './mapping.ts';
import { isFault, type SheetRow } from './reader/index.ts';
import type { MappedSheet } from './readSheet.ts';
import { findTargets, type Targets } from './references.ts';

interface Reader {
  readonly at: number;
  readonly field: Field;
  readonly as: MappedColumn['as'];
  readonly decode: Decode;
}

const isBlank = (cell: unknown): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

const asText: Decode = (cell) => ({ value: textOf(cell) });

/** The texts of a relation's cell. */
const wanted = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : [value as string]);

/** Puts ids in place of the texts of one relation, or says which text is no record. */
function resolve(draft: Draft, name: string, many: boolean, targets: Targets): void {
  const found = wanted(draft.input[name]).map((text) => targets.find(text));
  const failed = found.find((one) => 'issue' in one);
  if (failed && 'issue' in failed) draft.errors[name] = failed.issue;
  else {
    const ids = found.flatMap((one) => ('id' in one ? [one.id] : []));
    draft.input[name] = many ? ids : ids[0];
  }
}

function draftOf({ row, cells, issue }: SheetRow, readers: readonly Reader[]): Draft {
  // Where a row has more or fewer cells than there are columns, nobody knows which is which.
  if (issue) return { row, input: {}, errors: { '': issue } };
  const draft: Draft = { row, input: {}, errors: {} };
  for (const { at, field, decode } of readers) {
    const cell = cells[at] ?? null;
    if (isFault(cell)) {
      draft.input[field.name] = cell.text;
      draft.errors[field.name] = cell.issue;
    } else if (isBlank(cell)) {
      if (field.name !== 'id') draft.input[field.name] = null;
    } else if (field.name === 'id') draft.input['id'] = textOf(cell).trim();
    else {
      const { value, issue: wrong } = decode(cell);
      draft.input[field.name] = value;
      if (wrong) draft.errors[field.name] = wrong;
    }
  }
  return draft;
}

/**
 * The rows of a sheet as saves in wire form: codes by code or label, relations by id or title, all of a column looked up at once. An empty
 * cell empties the property of a changed record; a new one gets its default.
 */
export async function decodeRows(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  sheet: MappedSheet,
  caller: Caller,
  words: readonly Translator[],
): Promise<Draft[]> {
  const readers = sheet.columns.flatMap(({ field: name, as }, at): Reader[] => {
    const field = name === null ? undefined : entity.byName.get(name);
    return field
      ? [{ at, field, as, decode: kindFor(field).decoder?.(field, engine.model.codes, words) ?? asText }]
      : [];
  });
  const drafts: Draft[] = [];
  for await (const rows of sheet.rows()) for (const row of rows) drafts.push(draftOf(row, readers));
  for (const { field, as } of readers) {
    if (!field.ref) continue;
    const { name } = field;
    const texts = new Set<string>();
    const given: Draft[] = [];
    await inTurns(drafts, (draft) => {
      const value = draft.input[name];
      if (value === null || value === undefined || name in draft.errors) return;
      given.push(draft);
      for (const text of wanted(value)) texts.add(text);
    });
    if (texts.size === 0) continue;
    const targets = await findTargets(connection, engine, entity, field, texts, as === 'named', caller);
    await inTurns(given, (draft) => resolve(draft, name, relationOf(field) === 'many', targets));
  }
  return drafts;
}
