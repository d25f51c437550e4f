import { sql } from 'kysely';
import type { CompiledQuery } from 'kysely';
import type { RowOf, Tables } from '../../../schemas/database.generated.ts';
import {
  commandsOver,
  defineModule as moduleOver,
  type Context,
  type Database,
  type ResourceHooks,
} from 'forecourt/server';

/** The framework's types, narrowed to the tables of the rental business. */
export type RentalDatabase = Database<Tables>;
export type RentalContext = Context<Tables>;
/** What is done around the generic calls of one entity. */
export type Hooks<Name extends keyof Tables> = ResourceHooks<Tables, Name>;
/** A declared call of the business and how it is done. */
export const defineCommand = commandsOver<Tables>();
/** What a folder of the business registers; its hooks and row scopes are of tables that there are. */
export const defineModule = moduleOver<Tables>();

export type OrderRow = RowOf<'order'>;
export type VehicleRow = RowOf<'vehicle'>;
export type { RowOf, Tables };

/** States within the text of a statement, not among its values, so that it is planned for them. */
export const statesSql = (...states: readonly number[]) => sql.join(states.map((state) => sql.lit(state)));

/** A row as PostgreSQL answers it by itself, or as text within JSON, where an instant is written out. */
export type Told<Row> = { readonly [Name in keyof Row]: Row[Name] | (Date extends Row[Name] ? string : never) };

/** Where a value of a call belongs in a statement that is written once. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Stands for the values of any call: each is a place in the statement. */
const PLACES: object = new Proxy({}, { get: (_, name) => new Place(String(name)) });

/**
 * Writes a statement once per shape, for as long as the process runs. Each call only fills in its values. `write` may hand a value to the
 * statement and do nothing else with it; what the text depends on is the shape.
 * @example const carOf = writtenOnce((db, { id }: { id: number }) => db.selectFrom('vehicle').select('plate').where('id', '=', id).compile());
 */
export function writtenOnce<Values extends object, Row, Shape extends object | void = void>(
  write: (db: RentalDatabase, values: Values, shape: Shape) => CompiledQuery<Row>,
): (db: RentalDatabase, values: Values, shape: Shape) => Promise<readonly Row[]> {
  const written = new Map<string | undefined, CompiledQuery<Row>>();
  return async (db, values, shape) => {
    const key = JSON.stringify(shape);
    let statement = written.get(key);
    if (!statement) written.set(key, (statement = write(db, PLACES as Values, shape)));
    const parameters = statement.parameters.map((each) =>
      each instanceof Place ? values[each.name as keyof Values] : each,
    );
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows;
  };
}
