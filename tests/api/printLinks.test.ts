import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { PASSWORD, type Client } from './app.ts';
import { newUser } from './ownUsers.ts';
import { accepted, addCars, book, errorOf, orderIn, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let manager: Client;
let orderId: number;
beforeAll(async () => {
  app = await startRentalApp();
  manager = await app.as('storeManager');
  const [carId] = await addCars(app, 1);
  orderId = await orderIn(app, manager, 3, carId!, { remark: 'Watch the deposit of this one' });
  accepted(await manager.post('/order/payment/save', { orderId, amount: 500, method: 5, transactionNo: 'TX-1', confirmed: 1 })); // prettier-ignore
  const taken = accepted(await manager.post<{ id: number }>('/order/deduct/save', { orderId, type: 1, amount: 800, reason: 'scratch' })).data.id; // prettier-ignore
  const finance = await app.as('finance');
  accepted(await finance.post('/order/deduct/review', { id: taken }));
  accepted(await finance.post('/order/deduct/result', { id: taken, success: 1, transactionNo: 'D-1' }));
});
afterAll(() => app?.close());

const words = (text: string): string[] => text.trim().split(/\s+/);
const TIMES = 'plannedPickupTime plannedReturnTime actualPickupTime actualReturnTime';
const MODEL = 'car.brandName car.modelName car.subModelName car.plate';
/** The cars of an order one after the other. */
const CARS =
  'cars.plate cars.modelName cars.since cars.until cars.mileageOut cars.oilOut cars.mileageIn cars.oilIn cars.distance cars.reason';
const HEAD =
  'orderNo printTime renterName renterPhone pickupStore.storeName pickupStore.phone pickupStore.supplierName';
const AGREEMENT = `${HEAD} ${TIMES} ${MODEL} car.fuelType renterIdNo pickupStore.cityName pickupStore.address
  returnStore.storeName returnStore.phone returnStore.supplierName returnStore.cityName returnStore.address
  pickupType pickupAddress returnType returnAddress rentalDays rentalHours fees.item fees.amount total payable paid due depositDue
  depositType orderDepositWaived violationDepositWaived deposits.orderDeposit.releaseDate deposits.violationDeposit.releaseDate contractSignTime contractSignImage kmPerDay extraKmPrice ${CARS}`;
const CHECK = `${HEAD} ${TIMES} ${MODEL} tasks.type tasks.mileage tasks.oil ${CARS}`;
const PICTURES = 'tasks.mileagePhoto tasks.frontPhoto tasks.damagePhotos';
const MARK = 'no zone x y kind size note';
const markOf = (at: string): string =>
  words(MARK)
    .map((name) => `${at}.${name}`)
    .join(' ');

const HELD = ['amount', 'collected', 'applied', 'returned', 'held', 'releaseDate'] as const;

/** What each sheet prints, written down from the paper. */
const PRINTED: Readonly<Record<string, string>> = {
  rental: `${AGREEMENT} contractNo renterIdType car.frameNo car.color tasks.type tasks.mileage tasks.oil externalPlate etc remark`,
  settlement: `${HEAD} ${TIMES} ${MODEL} ${CARS} tasks.type ${PICTURES} returnStore.storeName fees.item fees.amount fees.source fees.remark
    payments.id payments.type payments.amount payments.feeItem payments.method payments.transactionNo payments.time
    deductions.id deductions.deductNo deductions.type deductions.amount deductions.time
    total payable paid due depositDue surplus refundPending cnyRateThbPerCny kmPerDay extraKmPrice depositType orderDepositWaived violationDepositWaived
    deposits.orderDeposit.amount deposits.orderDeposit.collected deposits.orderDeposit.applied deposits.orderDeposit.returned
    deposits.orderDeposit.held deposits.orderDeposit.releaseDate
    deposits.violationDeposit.amount deposits.violationDeposit.collected deposits.violationDeposit.applied deposits.violationDeposit.returned
    deposits.violationDeposit.held deposits.violationDeposit.releaseDate`,
  fsrental: `${AGREEMENT} channelOrderNo`,
  deposit: `${HEAD} ${TIMES} ${MODEL} renterIdNo receiptNo pickupStore.address
    taken.item taken.amount taken.method taken.time taken.takenBy takenTotal
    ${HELD.map((name) => `deposits.orderDeposit.${name} deposits.violationDeposit.${name}`).join(' ')}`,
  vehiclecar: `${CHECK} car.category ${markOf('tasks.damages')} ${markOf('damages')}`,
  vehiclecar1: `${CHECK} ${PICTURES}`,
};

/** Names of everything that a value holds, below each other. */
function namesOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => namesOf(part, at));
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, part]) =>
    Array.isArray(part) && part.every((one) => typeof one !== 'object')
      ? [at === '' ? name : `${at}.${name}`]
      : namesOf(part, at === '' ? name : `${at}.${name}`),
  );
}

interface Key {
  readonly key: string;
}
const keyFor = async (by: Client, sheet: string, id = orderId): Promise<string> =>
  accepted(await by.post<Key>(`/order/printkey/${id}`, { sheet })).data.key;
const open = (key: string, sheet: string, id = orderId) =>
  app.nobody.get<Record<string, unknown>>(`/print/order/${id}`, { key, sheet });

describe('a link answers what its sheet prints', () => {
  test.each(Object.keys(PRINTED))('%s: these properties and no others', async (sheet) => {
    const { data, text } = accepted(await open(await keyFor(manager, sheet), sheet));
    const expected = new Set(words(PRINTED[sheet]!));
    const found = new Set(namesOf(data));
    const leads = (name: string): boolean => [...expected].some((one) => one === name || one.startsWith(`${name}.`));
    expect([...found].filter((name) => !leads(name))).toEqual([]);
    // Of an empty list nothing can be named.
    const empty = Object.entries(data).flatMap(([name, value]) => (Array.isArray(value) && value.length === 0 ? [name] : [])); // prettier-ignore
    expect([...expected].filter((name) => !found.has(name) && !empty.includes(name.split('.')[0]!) && !name.startsWith('tasks.damages.'))).toEqual([]); // prettier-ignore
    for (const secret of ['operator', 'userId', 'engineNo', 'payerAccount']) expect(text).not.toContain(secret);
    if (sheet !== 'rental') expect(text).not.toContain('Watch the deposit');
    if (sheet !== 'settlement') expect(text).not.toContain('TX-1');
  });

  it('in a session as with a key', async () => {
    const { data } = accepted(await manager.get<object>(`/print/order/${orderId}`, { sheet: 'vehiclecar' }));
    expect(Object.keys(data)).not.toContain('remark');
  });
});

describe('a link ends with what its maker may do', () => {
  const maker = async () => {
    const user = await newUser(app, 'ops');
    return { ...user, client: await app.signIn(user.username, PASSWORD) };
  };
  const user = (id: number, set: object) =>
    sql`update "user" set ${sql.raw(Object.entries(set).map(([name, value]) => `"${name}" = ${String(value)}`).join(', '))} where id = ${id}`.execute(app.db); // prettier-ignore

  test.each([
    ['locked', { status: 0 }],
    ['deleted', { deleteTime: 'now()' }],
    ['without the right', { roleId: `(select id from role where code = 'fleet')`, status: 1 }],
    ['sent to another store', { dataScope: 1, storeIds: `'{3}'` }],
  ])('%s', async (what, change) => {
    const { id, client } = await maker();
    const key = await keyFor(client, 'settlement');
    accepted(await open(key, 'settlement'));
    if (what === 'without the right')
      await sql`update role set "menuIds" = array_remove("menuIds", (select id from menu where path = 'order-detail')) where code = 'fleet'`.execute(
        app.db,
      );
    await user(id, change);
    const refused = await open(key, 'settlement');
    expect([refused.statusCode, refused.message]).toEqual([404, 'Failed to load order data']);
    await user(id, { status: 1, deleteTime: 'null', dataScope: 0, roleId: `(select id from role where code = 'ops')` });
    accepted(await open(key, 'settlement'));
  });
});

describe('a key that was answered once', () => {
  it('stands nowhere in the database, and is not answered again', async () => {
    const id = await book(manager);
    const call = () =>
      manager.inject({
        method: 'POST',
        url: `/api/order/printkey/${id}`,
        headers: { 'idempotency-key': `print-${id}` },
        payload: { sheet: 'rental' },
      });
    const { key } = accepted(await call()).data as Key;
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from idempotency t where strpos(t::text, ${key}) > 0`.execute(app.db);
    expect(rows).toEqual([{ found: 0 }]);
    expect(errorOf(await call())).toContain('already done');
    const keys = await sql`select from "printKey" where "orderId" = ${id}`.execute(app.db);
    expect(keys.rows).toHaveLength(1);
  });
});
