import schema from '../../../../schemas/internal/parameter.json' with { type: 'json' };
import { DEFAULT_PARAMETERS, satang } from '../../rules/index.ts';
import type { Parameters, Satang } from '../../rules/index.ts';
import type { RentalDatabase, RowOf } from '../database.ts';

type Stored = Extract<keyof Parameters, keyof RowOf<'parameter'>>;
const NAMES = Object.keys(DEFAULT_PARAMETERS).filter((name) => name in schema.properties) as Stored[];

const satangOrNull = (amount: number | null): Satang | null => (amount === null ? null : satang(amount));

/** The row of the charge parameters, for a statement that reads more than them. */
export const parameterRow = (db: RentalDatabase) => db.selectFrom('parameter').select(NAMES).orderBy('id').limit(1);

/** The charge parameters of the business; what the table does not hold is as the rules say. */
export function parametersOf(row: Pick<RowOf<'parameter'>, Stored> | null | undefined): Parameters {
  if (!row) return DEFAULT_PARAMETERS;
  return {
    ...DEFAULT_PARAMETERS,
    ...row,
    basicInsurancePerDay: satang(row.basicInsurancePerDay),
    handlingPerOrder: satang(row.handlingPerOrder),
    premiumServicePerDay: satang(row.premiumServicePerDay),
    vipServicePerDay: satang(row.vipServicePerDay),
    violationDeposit: satang(row.violationDeposit),
    extraKmPrice: satangOrNull(row.extraKmPrice),
    fuelPricePerEighth: satangOrNull(row.fuelPricePerEighth),
  };
}

export const readParameters = async (db: RentalDatabase): Promise<Parameters> =>
  parametersOf(await parameterRow(db).executeTakeFirst());
