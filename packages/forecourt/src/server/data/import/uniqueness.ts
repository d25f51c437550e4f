import { codeForm, phoneForm, uniqueKey, type Entity, type Field } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import type { Connection, Engine } from '../query/index.ts';
import { all, column, ident, literal, SQL, joinSql } from '../sql/index.ts';
import { asParameter } from '../kinds/index.ts';
import { compared, isTyped } from '../tables/index.ts';
import { isValid, type Draft } from './draft.ts';
import { inTurns } from './inTurns.ts';

interface Constraint {
  readonly engine: Engine;
  readonly entity: Entity;
  readonly unique: Entity['unique'][number];
}

const BATCH = 2_000;

const merged = (draft: Draft): Row => ({ ...draft.stored, ...draft.values });

/** The values that must be unique, or undefined for a row that the constraint does not cover. Empty values never collide. */
function keyOf({ unique, entity, engine }: Constraint, row: Row): readonly unknown[] | undefined {
  const covered = Object.entries(unique.where ?? {}).every(([name, values]) => values.includes(row[name] as string));
  const values = unique.fields.map((name) => {
    const value = row[name] ?? null;
    return typeof value === 'string' ? comparedText(engine, entity.byName.get(name)!, value, row) : value;
  });
  return covered && !values.includes(null) ? values : undefined;
}

/** A text as the database compares it (`compared`); null where it is no number that could be told from others. */
function comparedText({ model }: Engine, field: Field, value: string, row: Row): string | null {
  const { normal } = field;
  if (normal?.as === 'code') return codeForm(value) ?? null;
  if (normal) return phoneForm(value, (row[normal.country ?? ''] as string | null) ?? '', normal.home) ?? null;
  return isTyped(field, model) ? uniqueKey(value) : value;
}

/** Refuses rows whose unique values stand twice in the file or already in the database, on a row that this one does not change. */
export async function checkUniqueness(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  drafts: readonly Draft[],
): Promise<void> {
  for (const unique of entity.unique) {
    const field = unique.fields.at(-1)!;
    const first = new Map<string, number>();
    const keyed: { draft: Draft; values: readonly unknown[] }[] = [];
    await inTurns(drafts, (draft) => {
      if (!isValid(draft)) return;
      const values = keyOf({ engine, entity, unique }, merged(draft));
      if (!values) return;
      const key = JSON.stringify(values);
      const before = first.get(key);
      if (before !== undefined) draft.errors[field] = ['msg.import.twice', { row: before }];
      else {
        first.set(key, draft.row);
        keyed.push({ draft, values });
      }
    });
    for (let at = 0; at < keyed.length; at += BATCH)
      await refuseTaken(connection, { engine, entity, unique }, keyed.slice(at, at + BATCH));
  }
}

async function refuseTaken(
  connection: Connection,
  { engine, entity, unique }: Constraint,
  keyed: readonly { draft: Draft; values: readonly unknown[] }[],
): Promise<void> {
  const parameterOf = (name: string, value: unknown) =>
    asParameter(entity.byName.get(name)!, value, engine.model.codes);
  const types = unique.fields.map((name) => parameterOf(name, null).type);
  const conditions = [
    ...unique.fields.map((name, index) => SQL`${compared(entity, name, engine.model, 't')} = w.v${index}`),
    ...Object.entries(unique.where ?? {}).map(
      ([name, values]) => SQL`${column('t', name)} in (${joinSql(values.map(literal))})`,
    ),
    ...(entity.deletion === 'soft' ? [SQL`t."deleteTime" is null`] : []),
  ];
  const { rows } = await connection.query<{ at: number; id: number }>({
    text: SQL`select w.at::int as at, t.id from unnest(${joinSql(types.map((type, index) => SQL`$${index + 1}::${type}[]`))}) with ordinality as w(${joinSql([...types.map((_, index) => SQL`v${index}`), SQL`at`])}) join ${ident(entity.name)} t on ${all(conditions)}`,
    values: unique.fields.map((name, index) => keyed.map(({ values }) => parameterOf(name, values[index]).value)),
  });
  for (const { at, id } of rows) {
    const { draft } = keyed[at - 1]!;
    if (draft.stored?.id !== id) draft.errors[unique.fields.at(-1)!] = unique.message;
  }
}
