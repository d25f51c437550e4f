import type { PoolClient } from 'pg';
import { resourceOf, type Entity } from '../../../model/index.ts';
import type { Context, Row } from '../../contract.ts';
import { notFound, refuse } from '../../errors.ts';
import { wallClock } from '../kinds/index.ts';
import type { Caller, ChangeOptions } from '../caller.ts';
import type { RecordDifference, Versions } from './recorded.ts';
import { readId, reading, type Connection, type Engine, titleOfValue, titlesSql, type Titles } from '../query/index.ts';
import { prepared, SQL, type Sql } from '../sql/index.ts';
import { prepareSave, readRow, saveWithin, shownValue } from '../writer/index.ts';
import type { ReadPool } from '../../postgres/index.ts';
import { callChanges } from './callChanges.ts';
import { readDifference, type Difference } from './difference.ts';
import { historyPage } from './page.ts';

interface VersionsParts {
  readonly pool: ReadPool;
  readonly engine: Engine;
  /** Failures of the database as what they mean to the user. */
  explained<T>(caller: Caller, run: () => Promise<T>): Promise<T>;
  /** One transaction with operation log and idempotency key; answers JSON text. */
  change(
    caller: Caller,
    run: (context: Context, client: PoolClient) => Promise<unknown>,
    options?: ChangeOptions,
  ): Promise<string>;
}

/** The versions of records whose schema keeps a history (`x-history`). */
export function createVersions({ pool, engine, explained, change }: VersionsParts): Versions {
  const recorded = (name: string): Entity => {
    const { entity } = resourceOf(engine.model, name);
    if (!entity.history) throw notFound();
    return entity;
  };

  const rowOf = async (
    connection: Connection,
    entity: Entity,
    id: unknown,
    caller: Caller,
    lock: boolean,
  ): Promise<Row & { id: number }> => {
    const row = await readRow(connection, engine, entity, readId(id, entity.schema['x-missing']), caller, lock);
    if (!row) throw notFound(entity.schema['x-missing']);
    return row;
  };

  /** Titles of the records that the relations of a difference name, before and after. */
  const titlesFor = async (entity: Entity, { changes }: Difference, caller: Caller): Promise<Titles> => {
    const query = reading(engine, caller);
    const side = (of: 'before' | 'after'): Sql =>
      query.parameters.add(
        JSON.stringify(Object.fromEntries(changes.map((one) => [one.field.name, one[of] ?? null]))),
        'jsonb',
      );
    const source = SQL`select ${side('before')} as before, ${side('after')} as after`;
    const text = SQL`select ${titlesSql(query, entity, source)} as titles from (${source}) s`;
    const { rows } = await pool.query<{ titles: Titles }>(prepared(text, query.parameters.values));
    return rows[0]!.titles;
  };

  return {
    page: (name, id, choices, caller) =>
      explained(caller, async () => historyPage(pool, engine, recorded(name), readId(id), choices, caller)),

    ofCall: (id, caller) => explained(caller, async () => callChanges(pool, engine, readId(id), caller)),

    difference: (name, id, entry, caller) =>
      explained(caller, async (): Promise<RecordDifference> => {
        const entity = recorded(name);
        const row = await rowOf(pool, entity, id, caller, false);
        const difference = await readDifference(pool, engine, entity, row, readId(entry), caller);
        const titles = await titlesFor(entity, difference, caller);
        return {
          updateTime: wallClock(row['updateTime'] as Date, difference.zone),
          changes: difference.changes.map(({ field, before, after }) => ({
            field: field.name,
            before: shownValue(engine, entity, field, before, caller),
            after: shownValue(engine, entity, field, after, caller),
            ...(field.ref && {
              titles: { before: titleOfValue(field, before, titles), after: titleOfValue(field, after, titles) },
            }),
          })),
          left: difference.left,
        };
      }),

    restore: (name, id, entry, updateTime, caller, options = {}) =>
      change(
        caller,
        async (context, client) => {
          const entity = recorded(name);
          // What it is a line of is locked first; somebody who changes it before it is locked too is told by the time.
          const row = await rowOf(client, entity, id, caller, entity.lineOf.length === 0);
          const restored = readId(entry);
          const { changes } = await readDifference(client, engine, entity, row, restored, caller);
          if (changes.length === 0) throw refuse('msg.history.same');
          const values = Object.fromEntries(changes.map(({ field, after }) => [field.name, after]));
          const work = prepareSave(engine, entity, { ...values, id: row.id, updateTime }, caller, false);
          return saveWithin(client, { ...work, detail: { restored } }, engine.module.hooks?.[name], context);
        },
        options,
      ),
  };
}
