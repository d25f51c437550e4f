import { sql } from 'kysely';
import { refuseFields } from '../errors.ts';
import type { RegisteredFilter } from '../contract.ts';

const SUCCEEDED = '1';
const FAILED = '0';

/** Rows of the operation log by how their call ended; both, or nothing, is no restriction. */
export const callResult: RegisteredFilter = {
  sql(value, { alias }) {
    const wanted = new Set(value.split(',').filter((one) => one !== ''));
    for (const one of wanted) if (one !== SUCCEEDED && one !== FAILED) throw refuseFields({ result: 'msg.invalid' });
    if (wanted.size !== 1) return undefined;
    const column = sql.ref(`${alias}.statusCode`);
    return wanted.has(SUCCEEDED) ? sql`${column} = 200` : sql`${column} <> 200`;
  },
};
