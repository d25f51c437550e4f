import { sql } from 'kysely';
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
