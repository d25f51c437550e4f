import { relationOf, type Entity } from '../../../model/index.ts';
import { kindFor, textOf, type Decode, type Translator } from '../kinds/index.ts';
import type { Caller } from '../layer.ts';
import type { Connection, Engine } from '../query/index.ts';
import type { Draft } from './draft.ts';
import type { MappedColumn } from './mapping.ts';
import { findTargets, type Targets } from './references.ts';
import type { Sheet } from './sheet.ts';

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

/**
 * The rows of a sheet as saves in wire form: codes by code or label, relations by id or title, all of a column looked up at once. An empty
 * cell empties the property of a changed record; a new one gets its default.
 */
export async function decodeRows(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  sheet: Sheet,
  columns: readonly MappedColumn[],
  caller: Caller,
  words: readonly Translator[],
): Promise<Draft[]> {
  const readers = columns.flatMap(({ field: name, as }, at) => {
    const field = name === null ? undefined : entity.byName.get(name);
    return field
      ? [{ at, field, as, decode: kindFor(field).decoder?.(field, engine.model.codes, words) ?? asText }]
      : [];
  });
  const drafts = sheet.rows.map(({ row, cells }): Draft => {
    const draft: Draft = { row, input: {}, errors: {} };
    for (const { at, field, decode } of readers) {
      const cell = cells[at] ?? null;
      if (isBlank(cell)) {
        if (field.name !== 'id') draft.input[field.name] = null;
        continue;
      }
      if (field.name === 'id') {
        draft.input['id'] = textOf(cell).trim();
        continue;
      }
      const { value, issue } = decode(cell);
      draft.input[field.name] = value;
      if (issue) draft.errors[field.name] = issue;
    }
    return draft;
  });
  for (const { field, as } of readers) {
    if (!field.ref) continue;
    const given = drafts.filter(({ input }) => input[field.name] !== null);
    const texts = new Set(given.flatMap(({ input }) => wanted(input[field.name])));
    if (texts.size === 0) continue;
    const targets = await findTargets(connection, engine, entity, field, texts, as === 'named', caller);
    for (const draft of given) resolve(draft, field.name, relationOf(field) === 'many', targets);
  }
  return drafts;
}
