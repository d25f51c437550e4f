import type { Context, Database } from '../../framework/server/contract.ts';
import type { RowOf, Tables } from '../../../schemas/database.generated.ts';

/** The framework's types, narrowed to the tables of the rental business. */
export type RentalDatabase = Database<Tables>;
export type RentalContext = Context<Tables>;

export type OrderRow = RowOf<'order'>;
export type VehicleRow = RowOf<'vehicle'>;
export type { RowOf, Tables };
