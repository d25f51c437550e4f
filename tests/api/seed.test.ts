import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { application } from '../../src/application.ts';
import type { Database } from 'forecourt/server';
import { satang, totals, type DepositType, type FeeLine } from '../../src/rental/rules/index.ts';
import { type Client, PASSWORD, startTestApp, type TestApp } from './app.ts';
import { fillDemo } from './demo.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { accepted } from './rental.ts';
import { generatedPermissions } from './routes.ts';

const { resources, entities } = application.model;

type Tables = Record<string, readonly { readonly code: string; readonly label: string }[]>;

const keysOf = async (db: Database): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ path: string }>`select path from menu where path is not null`.execute(db);
  return new Set(rows.map(({ path }) => path));
};

describe('first start', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startTestApp()));
  afterAll(() => app?.close());

  test('has an entry for every key that a call, a screen or an action asks for', async () => {
    const keys = await keysOf(app.db);
    const asked = [
      // A detail may also be seen by who edits; where nothing is edited there is no such key.
      ...[...generatedPermissions()].flatMap(([call, keys]) => (call.includes('/info/') ? [keys].flat()[0]! : keys)),
      ...[...resources.values()].flatMap(({ permission, actions }) => [
        permission.route,
        ...actions.flatMap((action) => action.keys),
      ]),
    ].filter((key) => key !== 'public' && key !== 'signed' && key !== 'session');
    expect([...new Set(asked)].filter((key) => !keys.has(key))).toEqual([]);
  });

  test('has a page for the address of every screen of the menu: lists, reports, figures and pages of their own', async () => {
    const { rows } = await sql<{ url: string }>`select url from menu where type = 2 and url is not null`.execute(
      app.db,
    );
    const urls = rows.map(({ url }) => url.split('?')[0]);
    const lists = [...resources.values()].flatMap(({ menu, route }) => (menu && route.list ? [route.list] : []));
    // What everybody signed in may open needs no entry.
    const others = application.model.pages.flatMap(({ menu, permission, path }) => (menu && permission ? [path] : []));
    expect(others).toEqual(
      expect.arrayContaining(['/dashboard/analysis', '/car/report', '/car/stockview', '/car/inventory']),
    );
    expect([...lists, ...others].filter((url) => !urls.includes(url))).toEqual([]);
  });

  test('calls every action after what it is done to, and one of the nine words', async () => {
    const { rows } = await sql<{ path: string }>`select path from menu where type = 3`.execute(app.db);
    expect(rows.length).toBeGreaterThan(100);
    // The one that is everything.
    const others = rows.filter(
      ({ path }) => !/^[a-zA-Z]+(-[a-zA-Z]+)*-(query|detail|add|edit|delete|enable|disable|import|export)$/.test(path),
    );
    expect(others).toEqual([{ path: 'index' }]);
  });

  test('calls every action in the words of the code table, in the three languages', async () => {
    const { rows } = await sql<{ word: string; title: Record<string, string> }>`
      select distinct substring(path from '[a-z]+$') as word, title from menu where type = 3 and path <> 'index' order by word
    `.execute(app.db);
    const client = await app.as('admin');
    const languages = ['zh-CN', 'en-US', 'th-TH'];
    const tables = await Promise.all(
      languages.map(async (language) => {
        const { data } = accepted(await client.get<Tables>('/basics/codes', {}, { 'accept-language': language }));
        return new Map(data['action']!.map(({ code, label }) => [code, label]));
      }),
    );
    const words = [...tables[0]!.keys()].toSorted();
    expect(rows).toEqual(
      words.map((word) => ({
        word,
        title: Object.fromEntries(languages.map((language, at) => [language, tables[at]!.get(word)])),
      })),
    );
  });

  test('titles every entry in the three languages, and hangs every action below a page, every page below a group', async () => {
    const { rows } = await sql<{ id: number }>`
      select m.id from menu m left join menu p on p.id = m."parentId"
      where (select count(*) from jsonb_each_text(m.title) t where t.key in ('zh-CN', 'en-US', 'th-TH') and t.value <> '') <> 3
        or (m.type = 3 and p.type is distinct from 2 and m.path <> 'index') or (m.type = 2 and p.type is distinct from 1) or (m.type = 1 and p.id is not null)
    `.execute(app.db);
    expect(rows).toEqual([]);
  });

  test('has the nine roles, one set of parameters and one administrator', async () => {
    const { rows: roles } = await sql<{
      code: string;
      taskType: number | null;
    }>`select code, "taskType" from role order by id`.execute(app.db);
    expect(roles.map(({ code }) => code)).toEqual([
      'super',
      'ops',
      'storeManager',
      'clerk',
      'delivery',
      'pickup',
      'finance',
      'fleet',
      'service',
    ]);
    expect(roles.filter(({ taskType }) => taskType !== null)).toEqual([
      { code: 'delivery', taskType: 1 },
      { code: 'pickup', taskType: 2 },
    ]);
    expect((await sql`select id from parameter`.execute(app.db)).rows).toHaveLength(1);
    const { rows: admins } = await sql<{ username: string }>`
      select u.username from "user" u join role r on r.id = u."roleId" where r.code = 'super'
    `.execute(app.db);
    expect(admins).toEqual([{ username: 'admin' }]);
  });
});

/** A Friday in the season, in Bangkok. */
const NOW = Date.parse('2026-11-20T10:30:00+07:00');
const fill = {
  name: 'demo',
  run: (db: Database): Promise<void> => fillDemo(db, NOW),
};

/** Every row of every table, as one sum a table. */
const sums = async (db: Database): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      [...entities.values()].map(async ({ name }) => {
        // What the database's own clock and the salt of passwords make is another in every run.
        const { rows } = await sql<{ sum: string }>`
          select md5(coalesce(string_agg((to_jsonb(t) - array['password', 'createTime', 'updateTime'])::text, chr(10) order by id), '')) as sum from ${sql.table(name)} t
        `.execute(db);
        return [name, rows[0]!.sum] as const;
      }),
    ),
  );

describe('demonstration data', () => {
  let app: TestApp;
  let admin: Client;
  /** Before anybody signs in or books. */
  let first: Record<string, string>;
  beforeAll(async () => {
    // The role accounts of the tests would take the names of the demonstration's.
    app = await startTestApp({ fill, withUsers: false, clock: () => NOW });
    first = await sums(app.db);
    admin = await app.as('admin');
    await sql`update "_session" set "expireTime" = '2100-01-01'`.execute(app.db);
  }, 120_000);
  afterAll(() => app?.close());

  const count = async (from: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(from)}`.execute(app.db);
    return rows[0]!.count;
  };

  test('is 12 stores, 300 cars and about 5,000 orders in every state', async () => {
    expect([await count('store'), await count('vehicle')]).toEqual([12, 300]);
    const orders = await count('"order"');
    expect(orders).toBeGreaterThan(4_000);
    expect(orders).toBeLessThan(6_500);
    const { rows } = await sql<{
      status: number;
      count: number;
    }>`select status, count(*)::int as count from "order" group by status order by status`.execute(app.db);
    expect(rows.map(({ status }) => status)).toEqual([-1, 1, 2, 3]);
    expect(rows.filter((row) => row.count < 20)).toEqual([]);
    const { rows: cars } = await sql<{ status: number }>`select distinct status from vehicle order by status`.execute(
      app.db,
    );
    expect(cars.map(({ status }) => status)).toEqual([0, 1, 2, 3, 4]);
  });

  test('no two live holds of a car overlap, and every open order with a car holds it', async () => {
    expect(await brokenHolds(app.db)).toEqual([]);
  });

  test('two orders that are out go on with another car, the old one in the shop or free', async () => {
    const { rows } = await sql`
      select c.fate, o."carId" = c."newCarId" as present, o."carSince" = c.time as since,
        (select count(*)::int from "orderTask" t where t."orderId" = o.id and t.type in ('changeback', 'changeout') and t.time = c.time) as handovers,
        (select count(*)::int from maintenance m where m."carId" = c."carId" and m."startTime" = c.time and m."storageFlag" = 1) as works
      from "carChange" c join "order" o on o.id = c."orderId" and o.status = 2 order by c.id
    `.execute(app.db);
    const changed = { present: true, since: true, handovers: 2 };
    expect(rows).toEqual([
      { ...changed, fate: 'shop', works: 1 },
      { ...changed, fate: 'free', works: 0 },
    ]);
  });

  test('a car is rented exactly when an order has it out', async () => {
    const { rows } = await sql`
      select v.id, v.status, count(o.id) from vehicle v left join "order" o on o."carId" = v.id and o.status = 2
      group by v.id having (v.status = 2) <> (count(o.id) = 1) or count(o.id) > 1
    `.execute(app.db);
    expect(rows).toEqual([]);
  });

  test('the money of every order agrees with its payments and its live fee lines', async () => {
    await expectSoundMoney(app.db);
    expect([await count('renewal'), await count('coupon where status = 1')].every((found) => found > 10)).toBe(true);
    type Bill = {
      id: number;
      total: number;
      depositType: DepositType;
      lines: { item: FeeLine['item']; amount: number }[];
    };
    const { rows } = await sql<Bill>`
      select o.id, o.total, o."depositType",
        coalesce((select jsonb_agg(jsonb_build_object('item', f.item, 'amount', f.amount)) from "orderFee" f where f."orderId" = o.id and f.voided = 0), '[]') as lines
      from "order" o
    `.execute(app.db);
    const differing = rows.filter(({ total, depositType, lines }) => {
      const bill = lines.map(({ item, amount }): FeeLine => ({ item, amount: satang(amount), source: 'booking' }));
      return totals(bill, { depositType }).total !== total;
    });
    expect(differing.map(({ id }) => id)).toEqual([]);
  });

  test('nothing happened in the future, and nothing in the wrong order', async () => {
    const now = new Date(NOW);
    const { rows } = await sql`
      select o.id from "order" o where o."createTime" > ${now} or o."createTime" > o."plannedPickupTime" or o."actualPickupTime" > ${now} or o."actualReturnTime" > ${now}
        or o."actualReturnTime" <= o."actualPickupTime" or o."cancelTime" > ${now} or o."cancelTime" < o."createTime" or o."plannedReturnTime" <= o."plannedPickupTime"
        or (o.status in (2, 3)) <> (o."actualPickupTime" is not null) or (o.status = 3) <> (o."actualReturnTime" is not null) or (o.status = -1) <> (o."cancelTime" is not null)
      union all select p."orderId" from payment p where p.time > ${now}
      union all select t."orderId" from "orderTask" t where t.time > ${now}
    `.execute(app.db);
    expect(rows).toEqual([]);
  });

  test('a signed contract has its number and the time when it was signed, another has neither', async () => {
    const { rows } = await sql<{ signed: boolean; whole: boolean; count: number }>`
      select "contractStatus" = 1 as signed, "contractNo" is not null and "contractSignTime" is not null as whole, count(*)::int
      from "order" group by 1, 2 order by 1`.execute(app.db);
    expect(rows).toMatchObject([
      { signed: false, whole: false },
      { signed: true, whole: true },
    ]);
  });

  test('numbers of orders and refunds are unique, transaction numbers too', async () => {
    for (const [table, columns] of [
      ['"order"', '"orderNo"'],
      ['refund', '"refundNo"'],
      ['deduction', '"deductNo"'],
      ['payment', 'method, "transactionNo"'],
    ] as const) {
      expect([
        table,
        await count(
          `(select ${columns} from ${table} where ${columns.split(', ').at(-1)} is not null group by ${columns} having count(*) > 1) twice`,
        ),
      ]).toEqual([table, 0]);
    }
  });

  test('every list has rows, and every record and export can be read', async () => {
    const empty: string[] = [];
    for (const { name, api } of resources.values()) {
      if (!api.list) continue;
      const { total, list } = accepted(
        await admin.get<{ total: number; list: { id: number }[] }>(api.list, { pageNo: 1, pageSize: 10 }),
      ).data;
      // Nothing was done by anybody yet.
      if (total === 0 && name !== 'operationLog') empty.push(name);
      if (api.info)
        for (const { id } of list.slice(0, 3)) accepted(await admin.get(api.info.replace('{id}', String(id))));
      if (api.export) expect((await admin.get(api.export)).http).toBe(200);
    }
    expect(empty).toEqual([]);
    expect([...entities.keys()].length).toBeGreaterThan(20);
  });

  test('every tab of the order desk shows something', async () => {
    const counts = accepted(await admin.get<Record<string, number>>('/order/tabcount')).data;
    expect(Object.entries(counts).filter(([, number]) => number === 0)).toEqual([]);
  });

  test('a clerk of the demonstration signs in and books, and numbers go on where the data ends', async () => {
    const clerk = await app.signIn('clerk1', PASSWORD);
    await sql`update "_session" set "expireTime" = '2100-01-01'`.execute(app.db);
    const before = await count('"order"');
    const { orderNo } = accepted(
      await clerk.post<{ orderNo: string }>('/order/save', {
        renterName: '张三丰',
        renterCountryCode: '+86',
        renterPhone: '13800000001',
        renterIdType: 2,
        renterIdNo: 'E00000001',
        pickupStoreId: 1,
        returnStoreId: 1,
        subModelId: accepted(await clerk.get<{ list: { subModelId: number }[] }>('/car/list', { status: 1, pageNo: 1 }))
          .data.list[0]!.subModelId,
        plannedPickupTime: '2027-03-15 10:00:00',
        plannedReturnTime: '2027-03-18 10:00:00',
        pickupType: 0,
        returnType: 0,
        depositType: 3,
      }),
    ).data;
    expect([await count('"order"'), await count(`"order" where "orderNo" = '${orderNo}'`)]).toEqual([before + 1, 1]);
  });

  test('two runs for the same day are equal, row by row', async () => {
    const second = await startTestApp({ withUsers: false });
    try {
      await second.db.transaction().execute(async (db) => {
        await sql`set local statement_timeout = 0`.execute(db);
        await fill.run(db);
      });
      expect(await sums(second.db)).toEqual(first);
    } finally {
      await second.close();
    }
  }, 180_000);
});
