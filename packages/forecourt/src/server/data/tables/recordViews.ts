import type { ClientBase } from 'pg';
import type { Entity, Model } from '../../../model/index.ts';
import type { Statement } from '../tablesPlan.ts';
import { ident, literal } from '../sql/index.ts';
import { columnsOf } from './columns.ts';

/** A view that was made from a schema begins its comment with this; what it shows follows. */
const MARK = 'made from a schema: ';

/** The views that schemas have made so far, and what they show. */
export type Views = ReadonlyMap<string, string>;

export async function readViews(client: ClientBase): Promise<Views> {
  const { rows } = await client.query<{ name: string; comment: string }>(
    `select relname as name, obj_description(oid, 'pg_class') as comment from pg_class
     where relkind = 'v' and relnamespace = current_schema()::regnamespace and starts_with(obj_description(oid, 'pg_class'), $1)`,
    [MARK],
  );
  return new Map(rows.map(({ name, comment }) => [name, comment.slice(MARK.length)]));
}

/** What the view of an entity shows whose rows are another's (`x-view`); undefined for what has a table. */
export function viewSql(entity: Entity, model: Model): string | undefined {
  const { view } = entity;
  const of = view && model.entities.get(view.of);
  if (!of) return undefined;
  const stored = new Set(columnsOf(of, model.codes).map(({ name }) => name));
  const columns = columnsOf(entity, model.codes).map(({ name, type }) => {
    // What an action only asks for is nowhere.
    const asked = entity.byName.get(name)?.writeOnly ?? false;
    const source = name === view.as ? 'id' : stored.has(name) && !asked ? ident(name) : `null::${type}`;
    return `${source} as ${ident(name)}`;
  });
  const where = [
    ...Object.entries(view.where ?? {}).map(
      ([name, values]) => `${ident(name)} in (${values.map(literal).join(', ')})`,
    ),
    ...(of.deletion === 'soft' ? ['"deleteTime" is null'] : []),
  ];
  return `select ${columns.join(', ')} from ${ident(of.name)}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`;
}

/** Takes views down, before everything else, and makes them again at the end. */
interface ViewsPlan {
  readonly first: readonly Statement[];
  readonly last: readonly Statement[];
}

/** Views stand aside while tables change (`changed`): a column that a view shows can change neither its type nor its name. Else only those differ that must. */
export function planViews(model: Model, there: Views, changed: boolean): ViewsPlan {
  const wanted = new Map(
    [...model.entities.values()].flatMap((entity) => {
      const shows = viewSql(entity, model);
      return shows === undefined ? [] : [[entity.name, shows] as const];
    }),
  );
  const stays = (name: string): boolean => !changed && there.get(name) === wanted.get(name);
  return {
    first: [...there.keys()]
      .filter((name) => !stays(name))
      .map((name) => ({ sql: `drop view ${ident(name)}`, does: `take the view ${name} down`, first: true })),
    last: [...wanted]
      .filter(([name]) => !stays(name))
      .map(([name, shows]) => ({
        sql: `create view ${ident(name)} as ${shows}; comment on view ${ident(name)} is ${literal(MARK + shows)}`,
        does: `create the view ${name}`,
      })),
  };
}
