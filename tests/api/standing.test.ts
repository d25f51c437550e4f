import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileModel, type EntitySchema } from 'forecourt/model';
import { createDataLayer, type DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller } from './dataModel.ts';

/** Treatments with a price and an appointment, in an application whose locale changes while there are some. */
const treatment: EntitySchema = {
  type: 'object',
  'x-history': true,
  properties: {
    name: { type: 'string' },
    price: { type: 'number', 'x-widget': 'money', default: 5, minimum: 1 },
    startsAt: { type: 'string', format: 'date-time' },
  },
};

interface Locale {
  readonly currency?: string;
  readonly digits?: number;
  readonly zone?: string;
}

let database: TestDatabase;
const on = ({ currency = 'EUR', digits = 2, zone = 'Asia/Bangkok' }: Locale = {}): DataLayer =>
  createDataLayer({
    pool: database.pool,
    model: compileModel({ schemas: { treatment }, resources: [], codes: {}, locale: { digits, languages: [] } }),
    module: {},
    defaultZone: zone,
    money: { currency, digits },
  });
const prices = async (): Promise<unknown> =>
  (await database.pool.query('select price from treatment order by id')).rows.map(
    ({ price }: { price: unknown }) => price,
  );
const make = async (...values: Record<string, unknown>[]): Promise<void> => {
  for (const one of values) await on().save('treatment', one, caller());
};
const YEN = { currency: 'JPY', digits: 0 };

beforeEach(async () => {
  database = await createTestDatabase();
  await on().applyTables();
});
afterEach(() => database.drop());

describe('another currency', () => {
  test('with other decimals stops the start while there are amounts, names the command, and changes nothing', async () => {
    await make({ price: 49.5 });
    for (const allowUnsafe of [false, true])
      await expect(on(YEN).applyTables({ allowUnsafe })).rejects.toThrow(
        /JPY with no decimals[\s\S]*treatment\.price[\s\S]*EUR with at most two decimals[\s\S]*EUR 49\.50 would become JPY 4950\.[\s\S]*--currency EUR:JPY/,
      );
    expect(await prices()).toEqual([4950]);
    expect((await on().applyTables()).applied).toBe(0);
  });

  test('with the same decimals asks too, and keeps what is stored', async () => {
    await make({ price: 49.5 });
    await expect(on({ currency: 'USD' }).applyTables()).rejects.toThrow(/--currency EUR:USD/);
    await on({ currency: 'USD' }).applyTables({ change: { currency: 'EUR:USD' } });
    expect(await prices()).toEqual([4950]);
    await on({ currency: 'USD' }).applyTables();
    await expect(on().applyTables()).rejects.toThrow(/--currency USD:EUR/);
  });

  test('on command keeps every figure, in rows, history and defaults', async () => {
    await make({ price: 49 }, {});
    await make({ id: 1, price: 50 });
    await on(YEN).applyTables({ change: { currency: 'EUR:JPY' } });
    expect(await prices()).toEqual([50, 5]);
    const data = on(YEN);
    await data.save('treatment', { name: 'new' }, caller());
    expect(JSON.parse(await data.info('treatment', 3, caller()))).toMatchObject({ price: 5 });
    const [latest] = await data.history('treatment', 1, caller());
    expect(latest!.changes).toContainEqual({ field: 'price', before: 49, after: 50 });
    expect((await data.applyTables()).applied).toBe(0);
    await on({ currency: 'KWD', digits: 3 }).applyTables({ change: { currency: 'JPY:KWD' } });
    expect(await prices()).toEqual([50_000, 5_000, 5_000]);
  });

  test('on command is refused where a figure needs more decimals, with the rows, and nothing is changed', async () => {
    await make({ price: 49.5 }, { price: 3 });
    await expect(on(YEN).applyTables({ change: { currency: 'EUR:JPY' } })).rejects.toThrow(
      /treatment\.price: 1 row\s+select id, "price" from "treatment" where "price" % 100 <> 0/,
    );
    expect(await prices()).toEqual([4950, 300]);
    expect((await on().applyTables()).applied).toBe(0);
  });

  test('is not what the command says', async () => {
    await make({ price: 3 });
    await expect(on(YEN).applyTables({ change: { currency: 'USD:JPY' } })).rejects.toThrow(
      /would be --currency EUR:JPY/,
    );
    expect(await prices()).toEqual([300]);
  });

  test('asks nothing of a database without amounts', async () => {
    await on(YEN).applyTables();
    await on(YEN).save('treatment', { price: 300 }, caller());
    await expect(on().applyTables()).rejects.toThrow(/--currency JPY:EUR/);
    expect(await prices()).toEqual([300]);
  });

  test('is only judged by a plan', async () => {
    await make({ price: 3 });
    const plan = { dry: true, announce: () => undefined };
    await on(YEN).applyTables({ ...plan, change: { currency: 'EUR:JPY' } });
    expect(await prices()).toEqual([300]);
    await expect(on(YEN).applyTables(plan)).rejects.toThrow(/--currency EUR:JPY/);
  });
});

describe('another time zone', () => {
  test('stops the start while there are times, and is taken on command: moments stay', async () => {
    await make({ startsAt: '2026-05-01 10:00:00' });
    const berlin = { zone: 'Europe/Berlin' };
    await expect(on(berlin).applyTables()).rejects.toThrow(
      /treatment\.startsAt were entered on the clock of Asia\/Bangkok[\s\S]*--zone Asia\/Bangkok:Europe\/Berlin/,
    );
    await on(berlin).applyTables({ change: { zone: 'Asia/Bangkok:Europe/Berlin' } });
    expect(JSON.parse(await on(berlin).info('treatment', 1, caller()))).toMatchObject({
      startsAt: '2026-05-01 05:00:00',
    });
    await on(berlin).applyTables();
  });

  test('asks nothing where it is the same by another name, or where there are no times', async () => {
    await on({ zone: 'Europe/Berlin' }).applyTables();
    await on({ zone: 'Asia/Calcutta' }).applyTables();
    await on().applyTables();
    await make({ name: 'without a time' });
    await on({ zone: 'Asia/Kolkata' }).applyTables();
    await on({ zone: 'Asia/Kolkata' }).save('treatment', { startsAt: '2026-05-01 10:00:00' }, caller());
    await on({ zone: 'Asia/Calcutta' }).applyTables();
  });
});

test.each([
  [0, 7],
  [2, 7.5],
  [3, 7.125],
])('an amount that SQL works out has the %i decimals of the currency', async (digits, price) => {
  const data = createDataLayer({
    pool: database.pool,
    model: compileModel({
      schemas: {
        visit: {
          type: 'object',
          properties: {
            price: { type: 'number', 'x-widget': 'money' },
            double: { type: 'number', 'x-compute': 'double', readOnly: true },
          },
        },
      },
      resources: [],
      codes: {},
      locale: { digits, languages: [] },
    }),
    module: {
      computed: { double: { sql: ({ alias, amount }) => amount(sql`2 * ${sql.ref(`${alias}.price`)}`) } },
    },
    defaultZone: 'Asia/Bangkok',
  });
  await data.applyTables();
  const { id } = await data.save('visit', { price }, caller());
  expect(JSON.parse(await data.info('visit', id, caller()))).toMatchObject({ price, double: 2 * price });
});
