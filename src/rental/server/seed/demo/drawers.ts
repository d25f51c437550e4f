import type { Row } from 'forecourt/server';
import {
  addDays,
  countResult,
  dateOf,
  DAY,
  DEFAULT_TIME_ZONE,
  DRAWER_COUNT,
  MINUTE,
  NOTES_AND_COINS,
  PAYMENT,
  PAYMENT_METHOD,
  fromBaht,
  satang,
  startOfDate,
  type Satang,
} from '../../../rules/index.ts';
import { iso } from './draft.ts';

const DAYS = 14;
const FLOAT = satang(5000_00);
const COIN = fromBaht(0.25);
/** Every ninth count is a little off. */
const OFF = 9;

/** As few notes and coins as come to an amount. */
function inNotes(amount: Satang) {
  let left: number = amount;
  return NOTES_AND_COINS.flatMap((value) => {
    const number = Math.floor(left / fromBaht(value));
    left -= number * fromBaht(value);
    return number === 0 ? [] : [{ value, number }];
  });
}

/** The drawers of the last days, each closed just after its end by a clerk of the store; some differ by a few baht. */
export function drawers(
  payments: readonly Row[],
  {
    stores,
    clerks,
    now,
  }: { readonly stores: readonly number[]; readonly clerks: readonly number[]; readonly now: number },
): Row[] {
  const taken = new Map<string, number>();
  for (const { storeId, day, type, amount, method } of payments) {
    if (method !== PAYMENT_METHOD.cash) continue;
    const key = `${storeId} ${day}`;
    taken.set(key, (taken.get(key) ?? 0) + (type === PAYMENT.income ? 1 : -1) * (amount as number));
  }
  const rows: Row[] = [];
  for (const [place, storeId] of stores.entries())
    for (let back = DAYS; back > 0; back -= 1) {
      const day = dateOf(now - back * DAY, DEFAULT_TIME_ZONE);
      const cash = satang(taken.get(`${storeId} ${day}`) ?? 0);
      const off = rows.length % OFF === OFF - 1 ? satang(rows.length % 2 === 0 ? -20_00 : 10_00) : satang(0);
      // What was paid out in cash beyond the float came from the safe.
      const facts = { float: FLOAT, cash, counted: satang(Math.max(0, FLOAT + cash + off)), carried: FLOAT };
      rows.push({
        ...{ id: rows.length + 1, storeId, day, kind: DRAWER_COUNT.close, ...facts, ...countResult(facts) },
        openCash: 0,
        notes: facts.counted % COIN === 0 ? inNotes(facts.counted) : null,
        reason: off === 0 ? null : '找零有误 wrong change',
        time: iso(startOfDate(addDays(day, 1), DEFAULT_TIME_ZONE) + 5 * MINUTE),
        operatorId: clerks[place % clerks.length],
      });
    }
  return rows;
}
