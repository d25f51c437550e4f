import { fieldOf, type ReportGroup, type Resource } from '../../../model/index.ts';
import type { ReportRow } from '../../contract.ts';
import { refuseFields } from '../../errors.ts';
import type { Caller, ListQuery } from '../caller.ts';
import { all, column, ident, joinSql, prepared, SQL, type Sql } from '../sql/index.ts';
import { entityOf, mayRead, reading, type Engine, type Reading } from './engine.ts';
import { readConditions } from './filters.ts';
import { next } from './paths.ts';
import type { Connection } from './single.ts';
import { recordText, titleOf } from './titles.ts';
import { visible } from './visibility.ts';
import { testsOf } from './ways.ts';

function conditionsOf(query: Reading, resource: Resource, request: ListQuery): readonly Sql[] {
  const conditions = readConditions(query, resource, request);
  return [...conditions.exact, ...testsOf(conditions), ...conditions.indexed];
}

/** What the rows of a group are called; null for those that have nothing in common but that they name no record. */
function nameOf(query: Reading, resource: Resource, { by, title }: ReportGroup): Sql {
  const target = entityOf(query.engine, fieldOf(resource.entity, by).ref!.resource);
  const inner = next(SQL`g`);
  const text = title
    ? SQL`concat_ws(' ', ${joinSql(title.map((name) => SQL`nullif(${recordText(query, target, fieldOf(target, name), inner)}, '')`))})`
    : titleOf(query, target, inner, false);
  return SQL`(select ${text} from ${ident(target.name)} ${inner} where ${inner}.id = g.key)`;
}

/**
 * The rows of the list that this actor has under a filter, put together and counted as the resource's report says, by name; what names no record
 * comes last. Refuses bad filters as the list does. One statement.
 */
export async function readReport(
  connection: Connection,
  engine: Engine,
  resource: Resource,
  { groupBy, filter }: { readonly groupBy: string; readonly filter: ListQuery },
  caller: Caller,
): Promise<ReportRow[]> {
  const { entity, report } = resource;
  const group = report?.groups.find(({ key }) => key === groupBy);
  if (!report || !group || !mayRead(engine, entity, fieldOf(entity, group.by), caller.actor))
    throw refuseFields({ groupBy: 'msg.unknownCode' });
  const query = reading(engine, caller);
  const counts = Object.entries(report.counts).map(([name, values]) => {
    const wanted = Object.fromEntries(Object.entries(values).map(([wire, value]) => [wire, String(value)]));
    return SQL`(count(*) filter (where ${all(conditionsOf(query, resource, wanted))}))::int as ${ident(name)}`;
  });
  const where = all([...visible(query, entity, 't'), ...conditionsOf(query, resource, filter)]);
  const { rows } = await connection.query<ReportRow>(
    prepared(
      SQL`select g.key, ${nameOf(query, resource, group)} as name, ${joinSql(
        ['total', ...Object.keys(report.counts)].map((name) => column(SQL`g`, name)),
        ', ',
      )}
from (select ${column('t', group.by)} as key, ${joinSql([SQL`count(*)::int as total`, ...counts], ', ')} from ${ident(entity.name)} t where ${where} group by 1) g
order by name nulls last, g.key`,
      query.parameters.values,
    ),
  );
  return rows.map((row) => ({ ...row, key: row.key === null ? null : Number(row.key), name: row.name ?? '' }));
}
