import type { Entity, Resource } from '../../../model/index.ts';
import { objectsOf } from '../tables/index.ts';
import { SQL } from '../sql/index.ts';
import { entityOf, type Engine } from './engine.ts';
import type { Connection } from './single.ts';

/** How large a share of the rows has each of the commonest entries of a search index. */
type Frequencies = ReadonlyMap<string, number>;

interface Known {
  readonly readAt: number;
  readonly frequencies: Frequencies;
}

const MAX_AGE_MS = 300_000;
/** From this share on, walking the list finds a page sooner than the index collects its hits. */
const COMMON = 0.3;

const known = new WeakMap<Engine, Map<string, Known>>();

/** What ANALYZE has counted in the search index of an entity, read again every five minutes. */
async function frequenciesOf(connection: Connection, engine: Engine, entity: Entity): Promise<Frequencies> {
  const cache = known.get(engine) ?? new Map<string, Known>();
  known.set(engine, cache);
  const found = cache.get(entity.name);
  if (found && performance.now() - found.readAt < MAX_AGE_MS) return found.frequencies;
  const index = objectsOf(entity, engine.model).find((object) => object.expression);
  const { rows } = await connection.query<{ grams: string[] | null; shares: number[] | null }>({
    text: SQL`select most_common_elems::text::text[] as grams, most_common_elem_freqs as shares from pg_stats where schemaname = current_schema() and tablename = $1`,
    values: [index?.name ?? ''],
  });
  const frequencies = new Map((rows[0]?.grams ?? []).map((gram, at) => [gram, rows[0]?.shares?.[at] ?? 0]));
  cache.set(entity.name, { readAt: performance.now(), frequencies });
  return frequencies;
}

/** The entries that a needle must have: what `forecourt_sql.search_probe` answers. */
function probe(needle: string): string[] {
  const characters = [...needle.toLowerCase()];
  return characters.length <= 3
    ? [characters.join('')]
    : characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
}

const isCommonIn = (frequencies: Frequencies, needle: string): boolean =>
  probe(needle).every((gram) => (frequencies.get(gram) ?? 0) >= COMMON);

/** Whether every needle is so common that rows without it are the exception: the index would only be in the way. */
export async function areCommon(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  needles: readonly string[],
): Promise<boolean> {
  const frequencies = await frequenciesOf(connection, engine, entity);
  return needles.every((needle) => isCommonIn(frequencies, needle));
}

/** Reads what is counted of the search indexes that the text filters of a list ask, so that conditions can tell at once what is common. */
export async function readFrequencies(
  connection: Connection,
  engine: Engine,
  { entity, list }: Resource,
  request: Readonly<Record<string, unknown>>,
): Promise<void> {
  const owners = list.filters
    .filter(({ name, operator }) => operator === 'contains' && typeof request[name] === 'string')
    .flatMap(({ paths }) => (paths.some(({ steps }) => steps.length > 0) ? paths : []))
    .map(({ steps }) => steps.at(-1)?.target ?? entity.name);
  for (const owner of new Set(owners)) await frequenciesOf(connection, engine, entityOf(engine, owner));
}

/** The same of one needle, by what has been read. */
export const isCommon = (engine: Engine, entity: Entity, needle: string): boolean => {
  const found = known.get(engine)?.get(entity.name);
  return found !== undefined && isCommonIn(found.frequencies, needle);
};
