import { sql } from 'kysely';
import type { Pool } from 'pg';
import { isStored, WILDCARD, type Entity, type Model } from '../../model/index.ts';
import type { Actor, ServerModule } from '../contract.ts';
import { Refusal } from '../errors.ts';
import { NotRegistered } from './checkRegistered.ts';
import { sqlContext } from './query/index.ts';
import { compiledSql, ident, joinSql, now, Parameters, planned, splice, SQL, type Sql } from './sql/index.ts';

/** Somebody who may do all, and of whom nothing else is known. */
const ACTOR: Actor = {
  ...{ id: 0, username: '', name: '', roleId: 0, permissions: new Set([WILDCARD]), scope: 'all' },
  facts: {},
};

interface Registered {
  readonly model: Model;
  readonly module: ServerModule;
}

/** A piece of registered SQL, and what it is called in a message. */
interface Piece {
  readonly name: string;
  /** The statement around it; undefined where it asks nothing of this actor. */
  write(parameters: Parameters): Sql | undefined;
}

/** Classes of PostgreSQL's errors that say something of the text: syntax and names, types and values, what it cannot do. */
const ABOUT_TEXT = /^(42|22|0A)/;

const from = (entity: Entity): Sql => SQL`from ${ident(entity.name)} t`;

function columnsOf({ model, module }: Registered, entity: Entity): readonly Piece[] {
  return entity.fields.flatMap((field): Piece[] => {
    const computed = isStored(field) || field.template ? undefined : module.computed?.[field.compute ?? ''];
    if (!computed) return [];
    const write = (parameters: Parameters): Sql =>
      SQL`select (${splice(computed.sql(sqlContext({ actor: ACTOR, engine: { model } }, 't')), parameters)}) ${from(entity)}`;
    return [{ name: `resource "${entity.name}", column "${field.name}" (x-compute "${field.compute}")`, write }];
  });
}

function conditionsOf({ model, module }: Registered, entity: Entity): readonly Piece[] {
  const context = sqlContext({ actor: ACTOR, engine: { model } }, 't');
  const where = (parameters: Parameters, condition: ReturnType<NonNullable<typeof scope>>): Sql | undefined =>
    condition && SQL`select ${from(entity)} where (${splice(condition, parameters)})`;
  const scope = module.rowScopes?.[entity.name];
  const filters = (model.resources.get(entity.name)?.list.filters ?? []).flatMap((filter) => {
    const registered = filter.operator === 'registered' ? module.filters?.[filter.registered ?? ''] : undefined;
    const values = (filter.codes && model.codes[filter.codes]?.map(({ code }) => String(code))) || ['1'];
    return registered ? values.map((value) => ({ filter, registered, value })) : [];
  });
  return [
    ...(scope
      ? [{ name: `resource "${entity.name}", its row scope`, write: (to: Parameters) => where(to, scope(context)) }]
      : []),
    ...filters.map(({ filter, registered, value }) => ({
      name: `resource "${entity.name}", filter "${filter.name}" with the value ${value}`,
      write: (to: Parameters) => where(to, registered.sql(value, context)),
    })),
  ];
}

/** What belongs to no list: measures of widgets, facts of users, notices that are due. */
function othersOf({ measures = {}, notifications = {}, userColumns = {} }: ServerModule): readonly Piece[] {
  const instant = sql<Date>`now()`;
  return [
    ...Object.entries(measures).map(([name, measure]): Piece => ({
      name: `measure "${name}" of "${measure.entity}"`,
      write: (to) =>
        SQL`select * from (${splice(measure.facts({ actor: ACTOR, now, from: instant, to: instant }), to)}) m`,
    })),
    ...Object.entries(notifications).flatMap(([name, kind]): Piece[] =>
      kind.due
        ? [{ name: `notification "${name}"`, write: (to) => SQL`select * from (${splice(kind.due!({ now }), to)}) d` }]
        : [],
    ),
    ...Object.entries(userColumns).map(([name, text]): Piece => ({
      name: `userColumns "${name}"`,
      write: () => SQL`select (${compiledSql(text)}) from "user" u`,
    })),
  ];
}

/** What one statement can hold: the pieces of an entity, and those of none. */
const groupsOf = (engine: Registered): readonly (readonly Piece[])[] => [
  ...[...engine.model.entities.values()].map((entity) => [
    ...columnsOf(engine, entity),
    ...conditionsOf(engine, entity),
  ]),
  othersOf(engine.module),
];

/** The statement of a piece; undefined also where it refuses the value that is tried. */
function textOf(piece: Piece, parameters: Parameters): Sql | undefined {
  try {
    return piece.write(parameters);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** What PostgreSQL says against some pieces, explained as one statement; undefined where it would run them. Throws outages. */
async function against(pool: Pool, pieces: readonly Piece[]): Promise<string | undefined> {
  const parameters = new Parameters(0);
  try {
    const written = pieces.flatMap((piece) => textOf(piece, parameters) ?? []).map((text) => SQL`exists (${text})`);
    if (written.length === 0) return undefined;
    await pool.query(planned(SQL`explain (costs off) select ${joinSql(written)}`, parameters.values));
    return undefined;
  } catch (error) {
    const { code, message, severity } = error as { code?: string; message: string; severity?: string };
    if (severity === undefined || ABOUT_TEXT.test(code ?? '')) return message;
    throw error;
  }
}

/**
 * Has PostgreSQL explain all SQL that the module registers, without reading a row: a mistake is found at the start and not by whoever opens the list.
 * Throws NotRegistered with each piece and what PostgreSQL says of it. Tables must be up to the model. One statement for an entity while all is well.
 */
export async function checkSql(pool: Pool, engine: Registered): Promise<void> {
  const problems: string[] = [];
  for (const pieces of groupsOf(engine)) {
    if ((await against(pool, pieces)) === undefined) continue;
    for (const piece of pieces) {
      const message = await against(pool, [piece]);
      if (message !== undefined) problems.push(`  ${piece.name}: ${message}`);
    }
  }
  if (problems.length > 0)
    throw new NotRegistered(['PostgreSQL does not understand SQL that the server module registers:', ...problems]);
}
