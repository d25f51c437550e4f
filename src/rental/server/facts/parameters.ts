import { DEFAULT_PARAMETERS, satang } from '../../rules/index.ts';
import type { Parameters } from '../../rules/index.ts';
import type { RentalDatabase } from '../database.ts';

/** The charge parameters of the business; what the table does not hold is as the rules say. */
export async function readParameters(db: RentalDatabase): Promise<Parameters> {
  const row = await db.selectFrom('parameter').selectAll().orderBy('id').limit(1).executeTakeFirst();
  if (!row) return DEFAULT_PARAMETERS;
  return {
    ...DEFAULT_PARAMETERS,
    ...row,
    basicInsurancePerDay: satang(row.basicInsurancePerDay),
    handlingPerOrder: satang(row.handlingPerOrder),
    premiumServicePerDay: satang(row.premiumServicePerDay),
    vipServicePerDay: satang(row.vipServicePerDay),
    violationDeposit: satang(row.violationDeposit),
  };
}
