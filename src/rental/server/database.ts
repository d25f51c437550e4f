import type { Context, Database } from '../../framework/server/contract.ts';
import type { RowOf, Tables } from '../../../schemas/database.generated.ts';

/** The framework's types, narrowed to the tables of the rental business. */
export type RentalDatabase = Database<Tables>;
export type RentalContext = Context<Tables>;

export type OrderRow = RowOf<'order'>;
export type VehicleRow = RowOf<'vehicle'>;
export type { RowOf, Tables };

/** A row as PostgreSQL answers it by itself, or as text within JSON, where an instant is written out. */
export type Told<Row> = { readonly [Name in keyof Row]: Row[Name] | (Date extends Row[Name] ? string : never) };
