import { sql } from 'kysely';
import { insertRows, type Database, type DemoOptions, type Row } from 'forecourt/server';
import { DAY, dateOf, DEFAULT_TIME_ZONE, HOUR } from '../../../rules/index.ts';
import { DEPOSITS_OF_PAYMENTS } from '../../order/index.ts';
import { carChanges } from './carChanges.ts';
import { channels } from './channels.ts';
import { company, holidays } from './company.ts';
import { catalogue, fleet, redPlates } from './fleet.ts';
import { apiKeys } from './apiKeys.ts';
import { signInProviders } from './signInProviders.ts';
import { webhookDeliveries, webhooks } from './webhooks.ts';
import { FUEL_PRICE, damagePrices } from './damagePrices.ts';
import { markDamage } from './damage.ts';
import { dispatches } from './dispatches.ts';
import { documents } from './documents.ts';
import { drawers } from './drawers.ts';
import { orders } from './orders.ts';
import { messages } from './messages.ts';
import { offences, trackers } from './offences.ts';
import { renter, thaiMobile } from './people.ts';
import { STORES } from './places.ts';
import { createRandom, type Random } from 'forecourt/model';
import { preauths } from './preauths.ts';
import { schedule } from './schedule.ts';
import { storage } from './storage.ts';
import { trips } from './trips.ts';
import { twins } from './twins.ts';
import { upkeep } from './upkeep.ts';

const MEMBERS = 1400;

function members(random: Random, now: number): Row[] {
  const seen = new Set<string>();
  const rows: Row[] = [];
  while (rows.length < MEMBERS) {
    const person = renter(random);
    if (seen.has(person.phone) || seen.has(person.idNo)) continue;
    seen.add(person.phone).add(person.idNo);
    const createTime = new Date(now - random.int(1, 500) * DAY - random.int(0, 86_400) * 1000).toISOString();
    rows.push({
      id: rows.length + 1,
      ...person,
      channel: random.weighted([
        [1, 30],
        [2, 30],
        [3, 15],
        [4, 20],
        [5, 5],
      ] as const),
      status: random.chance(0.99) ? 1 : 0,
      createTime,
      updateTime: createTime,
    });
  }
  return rows;
}

/** One user a role and store where a counter has one; all sign in with the password of the administrator. */
async function users(db: Database, random: Random): Promise<{ rows: Row[]; ids: (code: string) => number[] }> {
  const roles = new Map(
    (await sql<{ id: number; code: string }>`select id, code from role`.execute(db)).rows.map((row) => [
      row.code,
      row.id,
    ]),
  );
  const { rows: admin } = await sql<{
    id: number;
    password: string;
  }>`select id, password from "user" order by id limit 1`.execute(db);
  const rows: (Row & { id: number; code: string })[] = [];
  const add = (code: string, username: string, name: string, storeIds: number[]): void => {
    rows.push({
      code,
      id: admin[0]!.id + 1 + rows.length,
      username,
      name,
      phone: thaiMobile(random),
      password: admin[0]!.password,
      roleId: roles.get(code),
      dataScope: storeIds.length > 0 ? 1 : 0,
      storeIds,
      status: 1,
    });
  };
  add('ops', 'ops', '林运营 Lin', []);
  add('finance', 'finance', '陈财务 Chen', []);
  add('fleet', 'fleet', 'Wichai Thongchai', []);
  add('service', 'service', '周客服 Zhou', []);
  const stores = STORES.map((_store, index) => index + 1);
  for (const store of [1, 5, 8]) add('storeManager', `manager${store}`, `Manager ${STORES[store - 1]![0]}`, [store]);
  for (const store of stores) add('clerk', `clerk${store}`, `Clerk ${STORES[store - 1]![0]}`, [store]);
  for (const [index, group] of [[1, 2, 3, 4], [5, 6, 7], [8, 9], [10], [11, 12]].entries()) {
    add('delivery', `delivery${index + 1}`, `Delivery ${index + 1}`, group);
    add('pickup', `pickup${index + 1}`, `Pickup ${index + 1}`, group);
  }
  return {
    rows: rows.map(({ code: _code, ...row }) => row),
    ids: (code) => rows.filter((row) => row.code === code).map((row) => row.id),
  };
}

function blacklist(random: Random): Row[] {
  return Array.from({ length: 14 }, (_, index) => {
    const person = renter(random);
    return {
      id: index + 1,
      type: random.int(1, 5),
      reason: random.pick(['逾期未还车 car not returned', '拖欠租金 rent unpaid', '事故后失联 gone after an accident']),
      phone: person.phone,
      idNo: random.chance(0.6) ? person.idNo : null,
    };
  });
}

/** Last sign-ins, so that the login log is not empty on the first day. */
function logins(random: Random, now: number, staff: readonly Row[]): Row[] {
  return Array.from({ length: 160 }, (_, index) => {
    const user = random.pick(staff);
    const time = new Date(now - (160 - index) * 0.5 * HOUR - random.int(0, 1500) * 1000).toISOString();
    return {
      id: index + 1,
      username: user['username'],
      result: random.chance(0.94) ? 1 : 0,
      ip: `10.0.${random.int(1, 12)}.${random.int(2, 250)}`,
      userAgent: random.pick(['Chrome 142', 'Safari 26', 'Edge 142']),
      time,
    };
  });
}

/**
 * Demonstration data: 12 stores, 300 cars and about 5,000 orders in every state, around the moment `now`, the same on every run for
 * that day. Prices, penalties and overruns come from the rules, so every sheet adds up.
 */
export async function demo(db: Database, options: DemoOptions): Promise<void> {
  const { now, progress } = options;
  const today = dateOf(now, DEFAULT_TIME_ZONE);
  const random = createRandom(Number(today.replaceAll('-', '')));
  progress('stores and prices');
  const base = company(random);
  const days = holidays(today);
  const cars = fleet(random, today);
  const staff = await users(db, random);
  const people = members(random, now);
  for (const [table, rows] of Object.entries({
    ...base,
    holiday: days,
    ...catalogue(days),
    damagePrice: damagePrices(),
  }))
    await insertRows(db, table, rows);
  await sql`update parameter set "fuelPricePerEighth" = ${FUEL_PRICE}`.execute(db);
  await insertRows(db, 'user', staff.rows);
  progress('members');
  const double = twins(people, now);
  await insertRows(db, 'member', [...people, ...double.member]);
  await insertRows(db, 'memberMerge', double.memberMerge);
  await insertRows(db, 'dataRequest', double.dataRequest);
  await insertRows(db, 'blacklist', blacklist(random));
  progress('orders');
  const slots = schedule(random, cars, now);
  const made = orders(
    {
      random,
      now,
      holidays: days,
      stores: base['store']!,
      deliveryFees: base['deliveryFee']!,
      members: people.filter((one) => one['status'] === 1),
      staff: {
        clerks: staff.ids('clerk'),
        delivery: staff.ids('delivery'),
        pickup: staff.ids('pickup'),
        finance: staff.ids('finance')[0]!,
      },
    },
    slots,
  );
  const kept = upkeep({ random, cars, holds: made.hold, now, today });
  made.hold.push(...kept.hold);
  const stored = storage(random, { cars, orders: made.order, holds: kept.hold, now });
  made.hold.push(...stored.hold);
  const moves = dispatches(random, { cars, orders: made.order, holds: [...kept.hold, ...stored.hold], now });
  made.hold.push(...moves.hold);
  const changed = carChanges({
    ...{ cars, orders: made.order, holds: made.hold, tasks: made.orderTask, now },
    ...{ recordChange: made.recordChange, workOrders: kept.maintenance.length },
  });
  made.hold.push(...changed.hold);
  kept.maintenance.push(...changed.maintenance);
  const driven = trips(
    { cars, orders: made.order, holds: made.hold.filter(({ kind }) => kind !== 'order'), now },
    staff.ids('delivery'),
  );
  markDamage(made.orderTask);
  await insertRows(db, 'vehicle', cars);
  await insertRows(db, 'carTrip', driven);
  await insertRows(db, 'carPlate', redPlates(cars));
  for (const table of ['maintenance', 'insurance', 'annualInspection'] as const)
    await insertRows(
      db,
      table,
      kept[table].map((row, index) => ({ id: index + 1, ...row })),
    );
  for (const table of [
    'order',
    'renewal',
    'refund',
    'deduction',
    'orderFee',
    'orderTask',
    'payment',
    'hold',
    'coupon',
  ] as const)
    await insertRows(
      db,
      table,
      made[table].map((row, index) => ({ id: index + 1, ...row })),
    );
  await insertRows(
    db,
    'carChange',
    changed.carChange.map((row, index) => ({ id: index + 1, ...row })),
  );
  const counted = { stores: STORES.map((_store, index) => index + 1), clerks: staff.ids('clerk'), now };
  await insertRows(db, 'drawerCount', drawers(made.payment, counted));
  await insertRows(db, 'apiKey', apiKeys(staff.ids('finance')[0]!, now));
  await insertRows(db, 'signInProvider', signInProviders);
  await insertRows(db, 'webhook', webhooks(staff.ids('finance')[0]!));
  await insertRows(db, 'webhookDelivery', webhookDeliveries(now));
  await sql.raw(DEPOSITS_OF_PAYMENTS).execute(db);
  await preauths(db);
  await insertRows(db, 'storageOrder', stored.storageOrder);
  await insertRows(db, 'dispatchPlan', moves.dispatchPlan);
  const names = new Map(staff.rows.map((row) => [row['id'], row['name']]));
  await insertRows(
    db,
    'recordChange',
    made.recordChange.map((row, index) => ({ id: index + 1, ...row, userName: names.get(row['userId']) })),
  );
  await continueNumbers(db);
  await messages(db, now);
  await channels(db, now);
  await documents(db, options);
  progress('violations and devices');
  await offences(db, now);
  await trackers(db, now);
  await insertRows(db, 'loginLog', logins(random, now, staff.rows));
}

/** The next order of a day continues behind the demonstration's own. */
const continueNumbers = (db: Database): Promise<unknown> =>
  sql`
    insert into "dayNumber" (kind, day, last)
    select left(no, 1), substr(no, 2, 6), max(substr(no, 8)::integer)
    from (select "orderNo" as no from "order" union all select "refundNo" from refund union all select "deductNo" from deduction) as numbers group by 1, 2
  `.execute(db);
