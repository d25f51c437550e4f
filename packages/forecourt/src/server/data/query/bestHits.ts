import type { Entity } from '../../../model/index.ts';
import { all, ident, SQL, joinSql, type Sql } from '../sql/index.ts';
import { folded, searchExpression, wordsOf } from '../tables/index.ts';
import type { Reading } from './engine.ts';
import { areCommon } from './frequencies.ts';
import type { Connection } from './single.ts';
import { hasEntries } from './numbers.ts';
import { keyword, searchedColumns } from './textConditions.ts';

/** Hits of each rank that the best are chosen from. */
const CANDIDATES = 500;

interface Rank {
  readonly indexed: readonly Sql[];
  readonly plain: readonly Sql[];
  readonly needles: readonly string[];
}

/**
 * Conditions of a text, best first: it is the whole value of a searched column, its beginning, or its words are anywhere. Columns lie between
 * line feeds in the searched text, so that the index knows beginnings and ends. A masked column counts for the last only.
 */
function ranks(query: Reading, entity: Entity, text: string): readonly Rank[] {
  const words = wordsOf(text);
  const { shown } = searchedColumns(query, entity);
  const anywhere = { indexed: [] as Sql[], plain: [] as Sql[], needles: [] as string[] };
  keyword(query, entity, text, anywhere);
  if (shown.length === 0) return [anywhere];
  const columns = ['\n', ''].map((end): Rank => {
    const needle = `\n${words.join(' ')}${end}`;
    const value = folded(query.parameters.add(needle, 'text'));
    const plain = SQL`position(${value} in ${searchExpression(entity, 't', shown)}) > 0`;
    return { indexed: [hasEntries(entity, value), plain], plain: [plain], needles: [needle] };
  });
  return [...columns, anywhere];
}

/**
 * SQL of the rows that a text finds, as `id` and `rank` (0 is best): some hundred of each rank however many there are, in no order. `visible`
 * are further conditions over `t`. Undefined when the text holds nothing to search for.
 */
export async function bestHits(
  connection: Connection,
  query: Reading,
  entity: Entity,
  text: string,
  visible: readonly Sql[],
): Promise<Sql | undefined> {
  if (wordsOf(text).length === 0) return undefined;
  const table = ident(entity.name);
  const parts: Sql[] = [];
  for (const [rank, { indexed, plain, needles }] of ranks(query, entity, text).entries()) {
    // What nearly every row has is found soonest at the end of the table, everything else by the index.
    const common = await areCommon(connection, query.engine, entity, needles);
    const where = all([...(common ? plain : indexed), ...visible]);
    parts.push(
      SQL`(select t.id, ${rank} as rank from ${table} t where ${where}${common ? SQL` order by t.id desc` : SQL``} limit ${CANDIDATES})`,
    );
  }
  return SQL`select id, min(rank) as rank from (${joinSql(parts, ' union all ')}) h group by id`;
}
