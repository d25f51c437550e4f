import { sql, type RawBuilder } from 'kysely';
import { refuse, refuseFields } from 'forecourt/server';
import { calls, type ChangedPrice } from '../../calls/index.ts';
import {
  addDays,
  changedPrice,
  daysBetween,
  DEFAULT_TIME_ZONE,
  fromBaht,
  holidayOn,
  PRICE,
  satang,
  toBaht,
  type PriceAmounts,
} from '../../rules/index.ts';
import { defineCommand, type RentalContext } from '../database.ts';
import { readHolidays } from '../facts/index.ts';
import { wireTime } from '../times.ts';

/** More days at once are no calendar of anybody. */
const MOST_DAYS = 92;
/** As many rows as one change takes. */
const MOST_ROWS = 500;

interface Row {
  readonly id: number;
  readonly updateTime: Date;
  readonly timeZone: string | null;
  readonly storeId: number;
  readonly storeName: string;
  readonly subModelId: number;
  readonly subModelName: string;
  readonly dailyPrice: number;
  readonly monthlyPrice: number | null;
  readonly deposit: number;
  readonly holidayPrices: readonly { readonly holidayId: number; readonly dailyPrice: number }[] | null;
}

/** The rows of the user's stores that a condition names, by store and model; one more than a change takes, which refuses. */
async function readRows(context: RentalContext, condition: RawBuilder<unknown>): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p."updateTime", c."timeZone", p."storeId", s."storeName", p."subModelId",
           b.name || ' ' || m.name || ' ' || sm.name as "subModelName",
           p."dailyPrice"::float8 as "dailyPrice", p."monthlyPrice"::float8 as "monthlyPrice", p.deposit::float8 as deposit, p."holidayPrices"
    from price p
    join store s on s.id = p."storeId" left join city c on c.id = s."cityId"
    join "subModel" sm on sm.id = p."subModelId" join model m on m.id = sm."modelId" join brand b on b.id = sm."brandId"
    where ${context.inScope('price', 'p')} and ${condition}
    order by s."storeName", "subModelName", p.id limit ${MOST_ROWS + 1}
  `.execute(context.db);
  if (rows.length > MOST_ROWS)
    throw refuse('msg.operation.failed', { reason: context.t('rental.price.tooMany', { count: MOST_ROWS }) });
  return rows;
}

const amountsOf = (row: Row): PriceAmounts => ({
  dailyPrice: satang(row.dailyPrice),
  monthlyPrice: row.monthlyPrice === null ? null : satang(row.monthlyPrice),
  deposit: satang(row.deposit),
  holidayPrices: (row.holidayPrices ?? [])
    .map(({ holidayId, dailyPrice }) => ({ holidayId, dailyPrice: fromBaht(dailyPrice) }))
    .toSorted((a, b) => a.holidayId - b.holidayId),
});

const inBaht = (amounts: PriceAmounts): NonNullable<ChangedPrice['after']> => ({
  dailyPrice: toBaht(amounts.dailyPrice),
  monthlyPrice: amounts.monthlyPrice === null ? null : toBaht(amounts.monthlyPrice),
  deposit: toBaht(amounts.deposit),
  holidayPrices: amounts.holidayPrices.map(({ holidayId, dailyPrice }) => ({
    holidayId,
    dailyPrice: toBaht(dailyPrice),
  })),
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A stored row with what it would become; undefined where nothing of it changes. */
function changedRow(row: Row, to: PriceAmounts): ChangedPrice | undefined {
  const [before, after] = [inBaht(amountsOf(row)), inBaht(to)];
  if (isSame(before, after)) return undefined;
  const { id, storeId, storeName, subModelId, subModelName } = row;
  const updateTime = wireTime(row.updateTime, row.timeZone ?? DEFAULT_TIME_ZONE);
  return { id, updateTime, storeId, storeName, subModelId, subModelName, before, after };
}

/** What a change of many prices by percent would come to: the rows of the stores, models and kinds of car that are named. */
export const previewPrices = defineCommand(calls.previewPrices, {
  async run({ part, percent, roundTo, holidayId, cityId, storeId, category, subModelId }, context) {
    if ((part === 'holidayPrice') !== (holidayId !== undefined)) throw refuseFields({ holidayId: 'msg.required' });
    if (holidayId !== undefined) await context.row('holiday', holidayId);
    const wanted = [
      cityId !== undefined && sql`s."cityId" = ${cityId}`,
      storeId !== undefined && sql`p."storeId" = ${storeId}`,
      subModelId !== undefined && sql`p."subModelId" = ${subModelId}`,
      // A model is of the kind that its cars are of.
      category !== undefined &&
        sql`exists (select from vehicle v where v."subModelId" = p."subModelId" and v.category = ${category} and v."deleteTime" is null)`,
    ].filter((one) => one !== false);
    const rows = await readRows(context, sql.join([sql`true`, ...wanted], sql` and `));
    const change = { part, percent, roundTo: fromBaht(roundTo), holidayId };
    return { rows: rows.flatMap((row) => changedRow(row, changedPrice(amountsOf(row), change)) ?? []) };
  },
});

/** What copying the prices of one store to another would come to: models without a price there, and with `overwrite` those that differ. */
export const previewCopy = defineCommand(calls.previewCopy, {
  async run({ fromStoreId, toStoreId, overwrite }, context) {
    if (fromStoreId === toStoreId) throw refuseFields({ toStoreId: 'rental.price.sameStore' });
    const target = await context.row('store', toStoreId);
    const rows = await readRows(context, sql`p."storeId" in (${fromStoreId}, ${toStoreId})`);
    const there = new Map(rows.filter((row) => row.storeId === toStoreId).map((row) => [row.subModelId, row]));
    return {
      rows: rows
        .filter((row) => row.storeId === fromStoreId)
        .flatMap((row): readonly ChangedPrice[] => {
          const known = there.get(row.subModelId);
          if (known) return overwrite === 1 ? [changedRow(known, amountsOf(row)) ?? []].flat() : [];
          const { subModelId, subModelName } = row;
          const store = { storeId: toStoreId, storeName: target.storeName };
          return [{ id: null, updateTime: '', ...store, subModelId, subModelName, before: null, after: inBaht(amountsOf(row)) }]; // prettier-ignore
        }),
    };
  },
});

/**
 * Saves what was previewed: rows are changed over the version that was seen, made, or taken away again, all in one transaction and each with its
 * history. One that somebody changed meanwhile refuses the whole. The inverse of a change is a change.
 */
export const changePrices = defineCommand(calls.changePrices, {
  async run({ rows }, context) {
    if (rows.some(({ id }) => id)) context.require(['price-edit', 'price-delete']);
    // By id, as every command locks prices: two changes of the same rows wait for each other.
    const known = rows.filter(({ id }) => typeof id === 'number').toSorted((a, b) => a.id! - b.id!);
    const done: { readonly id: number; readonly updateTime: string }[] = [];
    for (const { id, updateTime = '', storeId, subModelId, after } of [...known, ...rows.filter(({ id }) => !id)]) {
      if (after === null) {
        context.require('price-delete');
        if (id) await remove(context, id, updateTime);
        continue;
      }
      context.require(id ? 'price-edit' : 'price-add');
      const which = id ? { id, updateTime } : { storeId, subModelId };
      done.push(await context.save('price', { ...which, ...after }));
    }
    return { rows: done };
  },
});

/** A row that a copy made goes again as long as it is what the copy made. */
async function remove(context: RentalContext, id: number, seen: string): Promise<void> {
  await context.row('price', id, { lock: true });
  const [row] = await readRows(context, sql`p.id = ${id}`);
  if (!row || wireTime(row.updateTime, row.timeZone ?? DEFAULT_TIME_ZONE) !== seen)
    throw refuse('msg.operation.failed', { reason: context.t('rental.price.changedMeanwhile') });
  await context.write.delete('price', id);
}

/** What each day costs for a model at a store: its holiday's price where the row has one, else its daily price (D-PRICE-04, D-PRICE-05). */
export const priceCalendar = defineCommand(calls.priceCalendar, {
  async run({ storeId, subModelId, from, to }, context) {
    context.requireScope(storeId);
    const span = daysBetween(from, to);
    if (span < 0 || span >= MOST_DAYS) throw refuseFields({ to: 'msg.parameterError' });
    const [row] = await readRows(
      context,
      sql`p."storeId" = ${storeId} and p."subModelId" = ${subModelId} and p.status = ${PRICE.enabled}`,
    );
    const holidays = await readHolidays(context.db, from);
    const amounts = row && amountsOf(row);
    return {
      id: row?.id ?? null,
      dailyPrice: amounts ? toBaht(amounts.dailyPrice) : null,
      monthlyPrice: amounts?.monthlyPrice ? toBaht(amounts.monthlyPrice) : null,
      days: Array.from({ length: span + 1 }, (_, at) => {
        const date = addDays(from, at);
        const holiday = holidayOn(date, holidays);
        const own = amounts?.holidayPrices.find((one) => one.holidayId === holiday?.id)?.dailyPrice;
        const price = own ?? amounts?.dailyPrice;
        return {
          date,
          price: price === undefined ? null : toBaht(price),
          holidayId: holiday?.id ?? null,
          holidayName: holiday?.name ?? '',
          ownPrice: own === undefined ? (0 as const) : (1 as const),
          bookingOpen: holiday && !holiday.bookingOpen ? (0 as const) : (1 as const),
          minDays: holiday?.minDays ?? null,
        };
      }),
    };
  },
});
