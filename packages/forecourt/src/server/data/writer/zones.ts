import type { Entity } from '../../../model/index.ts';
import { hasTimes } from '../kinds/index.ts';
import type { Caller } from '../caller.ts';
import { reading, zoneExpression, type Connection, type Engine } from '../query/index.ts';
import { ident, prepared, SQL, type Sql } from '../sql/index.ts';
import type { SaveInput } from './readInput.ts';

/** Zone of the wall-clock times in an input: of the record it will be, not of the one it was. */
export async function zoneOf(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  input: Pick<SaveInput, 'id' | 'given'>,
  caller: Caller,
): Promise<string> {
  if (!entity.zone || !hasTimes(entity.fields)) return engine.defaultZone;
  const { parameters } = reading(engine, caller);
  const root = (name: string): Sql => {
    const given = input.given[name];
    if (name in input.given) return parameters.add(Number.isSafeInteger(given) ? given : null, 'bigint');
    return input.id === null
      ? SQL`null::bigint`
      : SQL`(select ${ident(name)} from ${ident(entity.name)} where id = ${parameters.add(input.id, 'bigint')})`;
  };
  const { rows } = await connection.query<{ zone: string }>(
    prepared(SQL`select ${zoneExpression(engine, entity, 't', root)} as zone`, parameters.values),
  );
  return rows[0]!.zone;
}

/** Zones of the wall-clock times of rows, by the relation that leads to it. One look-up for all; the default where nothing leads anywhere. */
export async function zonesBy(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  ids: readonly number[],
): Promise<(id: unknown) => string> {
  const zones = new Map<number, string>();
  if (ids.length > 0) {
    const { rows } = await connection.query<{ id: number; zone: string }>({
      text: SQL`select v.id, ${zoneExpression(engine, entity, 'v', () => SQL`v.id`)} as zone from unnest($1::bigint[]) as v(id)`,
      values: [ids],
    });
    for (const { id, zone } of rows) zones.set(id, zone);
  }
  return (id) => zones.get(id as number) ?? engine.defaultZone;
}

/** Property of the entity that decides the zone of its times; undefined when all have the default. */
export function zoneRoot(entity: Entity): string | undefined {
  return hasTimes(entity.fields) && entity.zone ? entity.zone.steps[0]?.field : undefined;
}
