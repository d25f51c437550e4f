import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import { buildApp, createLog, createPool } from 'forecourt/server';
import { endOfChain, headOf, type Head } from '../../packages/forecourt/src/server/data/index.ts';
import { quiet } from '../testCluster.ts';
import { startTestApp, type Client, type TestApp } from './app.ts';
import { force, look, seal, tampered, verified } from './logSeals.ts';

let test: TestApp;
let admin: Client;
/** Ids of sealed rows of the operation log, in their order; there is a number that was given and not used between the second and the third. */
let ids: number[];
let head: Head;
const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await test.pool.query(text, values)).rows as T[];
const endOf = async (): Promise<Head> => headOf((await endOfChain(test.db))!);
const add = (action: string, time = 'now()'): string =>
  `insert into "operationLog" (time, module, action, params) values (${time}, 'test', '${action}', '{"a": 1, "b": [1.50, "x"]}')`;

beforeAll(async () => {
  test = await startTestApp();
  admin = await test.as('admin');
  await admin.post('/car/brand/save', { name: 'Mazda' });
  await admin.post('/car/brand/save', { name: 'Honda' });
  await test.pool.query(`select nextval(pg_get_serial_sequence('"operationLog"', 'id'))`);
  for (const name of ['Isuzu', 'Ford', 'Kia']) await admin.post('/car/brand/save', { name });
  await seal(test);
  ids = (await rows<{ id: number }>('select id from "operationLog" order by id')).map(({ id }) => id);
  head = await endOf();
});
afterAll(() => test.close());

describe('a log', () => {
  it('is whole while nobody but the product writes', async () => {
    expect(ids.length).toBeGreaterThanOrEqual(5);
    const count = await rows<{ n: number }>(
      'select ((select count(*) from "operationLog") + (select count(*) from "loginLog"))::int as n',
    );
    const report = await verified(test, [head]);
    expect(report).toMatchObject({ findings: [], count: 0, rows: count[0]!.n, waiting: 0, met: 1, head });
    expect(head.last['operationLog']).toBe(ids.at(-1));
  });

  it('is whole in a session of another zone and style, and after it got a column', async () => {
    const report = await tampered(
      test,
      `set local timezone to 'America/New_York'; set local datestyle to 'SQL, DMY'; set local bytea_output to 'escape';
       alter table "operationLog" add column later text not null default 'x'; alter table "loginLog" add column more integer`,
    );
    expect(report.findings).toEqual([]);
  });

  it.each<readonly [what: string, sql: string, found: string, row: number]>([
    ['a value', `update "operationLog" set username = 'nobody' where id = $1`, 'changed', 1],
    ['what a call sent', `update "operationLog" set params = '{}' where id = $1`, 'changed', 1],
    ['a text to none', `update "operationLog" set message = null where id = $1`, 'changed', 2],
    ['the time', `update "operationLog" set time = time - interval '40 days' where id = $1`, 'changed', 0],
    ['the first row', `delete from "operationLog" where id = $1`, 'missing', 0],
    ['the last row', `delete from "operationLog" where id = $1`, 'missing', 4],
    ['what was blanked without an erasure', `update "operationLog" set params = '{"erased": true}', message = '' where id = $1`, 'changed', 3],
    ['the number', `update "operationLog" set id = id - 1 where id = $1`, 'inserted', 1.5],
    ['a number that was free', `insert into "operationLog" (id, time, module, action) select $1::bigint - 1, now(), 'm', 'a'`, 'inserted', 1.5],
    ['a number that is taken', `insert into "operationLog" (id, time, module, action) select $1::bigint, now(), 'm', 'a'`, 'inserted', 2],
    ['a number below all', `insert into "operationLog" (id, time, module, action) select -$1::bigint, now(), 'm', 'a'`, 'inserted', -1],
    ['a number that nobody gave', `insert into "operationLog" (id, time, module, action) select $1::bigint + 1000000, now(), 'm', 'a'`, 'inserted', 1e6],
  ])('names the row when SQL changed %s', async (_what, sql, what, place) => {
    const [id, named] = {
      [1.5]: [ids[2]!, ids[2]! - 1],
      [-1]: [ids[0]!, -ids[0]!],
      [1e6]: [ids[0]!, ids[0]! + 1_000_000],
    }[place] ?? [ids[place]!, ids[place]!];
    const { findings } = await tampered(test, sql, [id]);
    expect(findings[0]).toMatchObject({ what, log: 'operationLog', id: named });
    expect(findings[0]!.text).toContain(`operationLog: the row with id ${named} (20`);
  }); // prettier-ignore

  it('names both rows that SQL has swapped', async () => {
    const swap = `update "operationLog" set id = case id when $1 then $2::bigint else $1 end where id in ($1, $2)`;
    const { findings } = await tampered(test, swap, [ids[1], ids[3]]);
    expect(findings.map(({ what, id }) => [what, id])).toEqual([
      ['changed', ids[1]],
      ['changed', ids[3]],
    ]);
  });

  it('names a row of the sign-in log', async () => {
    const { findings } = await tampered(
      test,
      `update "loginLog" set ip = '10.0.0.1' where id = (select min(id) from "loginLog")`,
    );
    expect(findings).toMatchObject([{ what: 'changed', log: 'loginLog' }]);
  });

  it('says that a row was added later than its time', async () => {
    await test.pool.query(add('forged', `now() - interval '2 hours'`));
    await seal(test);
    const [forged] = await rows<{ id: number }>(`select id from "operationLog" where action = 'forged'`);
    expect((await verified(test)).findings).toMatchObject([{ what: 'late', log: 'operationLog', id: forged!.id }]);
    await force(test, `delete from "_logSeal" where position > $1`, [head.position]);
    await force(test, `delete from "operationLog" where id = $1`, [forged!.id]);
  });
});

describe('the chain', () => {
  const last = `position = (select max(position) from "_logSeal")`;

  it.each<readonly [what: string, sql: string, text: string]>([
    ['a seal is deleted', `delete from "_logSeal" where position = 1`, 'were deleted before their time'],
    ['a seal is edited', `update "_logSeal" set content = replace(content, '"rows":[[', '"rows":[[9') where ${last}`, 'is not what was written'],
    ['a seal is no seal', `update "_logSeal" set content = '{', hash = encode(sha256('{'), 'hex') where ${last}`, 'is not what was written'],
    ['a seal before the last is made anew', `with n as (select replace(content, '"settled":true', '"settled":false') as c from "_logSeal" where position = 1)
      update "_logSeal" set content = c, hash = encode(sha256(convert_to(c, 'UTF8')), 'hex') from n where position = 1`, 'was changed'],
    ['all seals are deleted', `delete from "_logSeal"`, 'No row of any log has a seal'],
  ])('is found to be broken when %s', async (_what, sql, text) => {
    const { findings } = await tampered(test, sql);
    expect(findings.map((one) => one.text).join('\n')).toContain(text);
  }); // prettier-ignore

  /** Takes the end of the log away with its seals, and seals the rest anew: nothing inside shows it. */
  const CUT = `delete from "_logSeal" where position > 1; delete from "operationLog" where id > (select max("lastId") from "_logSeal" where log = 'operationLog');
    delete from "loginLog" where id > coalesce((select max("lastId") from "_logSeal" where log = 'loginLog'), 0)`;

  it('no longer leads to a head that was kept elsewhere when its end is cut off', async () => {
    expect((await tampered(test, CUT)).findings).toEqual([]);
    const { findings } = await tampered(test, CUT, [], { heads: [head] });
    expect(findings).toMatchObject([{ what: 'head', text: expect.stringContaining('it ends at seal 1') as string }]);
  });

  it('no longer leads to it when a row was changed and all seals were computed anew', async () => {
    const { rows: seals } = await test.pool.query<{ position: number; content: string }>(
      'select position, content from "_logSeal" order by position',
    );
    let before = '0'.repeat(64);
    const anew = seals.map(({ position, content }) => {
      const seal = { ...(JSON.parse(content) as object), before, total: 1_000 + position };
      const text = JSON.stringify(seal);
      before = createHash('sha256').update(text).digest('hex');
      return [position, text, before] as const;
    });
    const sql = `update "_logSeal" s set content = n.content, hash = n.hash from unnest($1::bigint[], $2::text[], $3::text[]) n(position, content, hash) where n.position = s.position`;
    const values = [0, 1, 2].map((at) => anew.map((one) => one[at]));
    expect((await tampered(test, sql, values)).findings).toEqual([]);
    const { findings } = await tampered(test, sql, values, { heads: [head] });
    expect(findings).toMatchObject([{ what: 'head', text: expect.stringContaining(`head of ${head.day}`) as string }]);
  });

  it('waits for a transaction that is late, whatever numbers came after it', async () => {
    const late = await test.pool.connect();
    try {
      await late.query('begin');
      await late.query(add('slow'));
      await test.pool.query(add('quick'));
      await look(test);
      await look(test);
      expect(await verified(test)).toMatchObject({ count: 0, waiting: 1 });
      await late.query('commit');
    } finally {
      // A transaction that stays open keeps every log of the server from being sealed.
      late.release(true);
    }
    await seal(test);
    expect(await verified(test, [head])).toMatchObject({ count: 0, waiting: 0, met: 1 });
  });

  it('is one while several servers seal and many write', async () => {
    const pool = createPool({ connection: test.database.connection, log: quiet, max: 3 });
    const other = await buildApp({
      ...application,
      pool,
      settings: {
        ...{ dataDir: test.dataDir, logLevel: 'silent', trustProxy: [], imageOrigins: [] },
        defaultZone: application.locale.zone,
      },
      log: createLog('silent'),
    });
    const before = (await verified(test)).rows;
    let writing = true;
    const seals = [test.app, other].map(async (app) => {
      while (writing) {
        await app.background.doNow('_logSeals');
        await delay(1);
      }
    });
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let call = 0; call < 40; call++)
        await test.pool.query(`begin; ${add(`w${writer}`)}; ${add('then')}; ${call % 9 === 0 ? 'rollback' : 'commit'}`);
    });
    await Promise.all(writers);
    writing = false;
    await Promise.all(seals);
    await seal(test);
    const report = await verified(test);
    expect(report).toMatchObject({ count: 0, waiting: 0 });
    expect(report.rows - before).toBe(4 * 2 * (40 - 5));
    await other.close();
    await pool.end();
  });

  it('keeps the head of a day that is over, tells it once, and is held against it', async () => {
    const yesterday = (await rows<{ day: string }>(`select (now() at time zone 'UTC' - interval '1 day')::date::text as day`))[0]!.day; // prettier-ignore
    const { rows: seals } = await test.pool.query<{ content: string }>(
      'select content from "_logSeal" order by position desc limit 1',
    );
    // A seal of the day before, as if the night were over.
    const content = seals[0]!.content.replace(/"time":"[^"]{10}/, `"time":"${yesterday}`);
    const hash = createHash('sha256').update(content).digest('hex');
    await force(test, `update "_logSeal" set content = $1, hash = $2 where ${last}`, [content, hash]);
    const kept = await endOf();
    const stored = async (): Promise<readonly object[]> => {
      await Promise.all([look(test), look(test)]);
      return rows<object>('select day::text, position, rows, last, hash, told from "_logHead"');
    };
    await expect.poll(stored).toEqual([{ ...kept, told: true }]);
    expect(kept.day).toBe(yesterday);
    const { findings } = await tampered(test, `update "_logHead" set hash = repeat('0', 64)`);
    expect(findings).toMatchObject([{ what: 'head' }]);
    expect(await verified(test, [kept])).toMatchObject({ count: 0, met: 1 });
  });
});

it('loses its front with the months of the log, and no earlier', async () => {
  await test.app.data.forget(Date.now());
  const now = Date.now() + 440 * 86_400_000;
  const early = `delete from "_logSeal" where position < (select max(position) from "_logSeal")`;
  expect((await tampered(test, early)).findings[0]!.text).toContain('before their time');
  await test.app.data.forget(now);
  expect(await rows('select from "operationLog"')).toHaveLength(0);
  expect(await rows('select from "_logSeal"')).toHaveLength(1);
  expect(await verified(test, [head], now)).toMatchObject({ count: 0, met: 0, old: 1 });
  await test.pool.query(add('later', `now() + interval '440 days'`));
  await seal(test);
  expect(await verified(test, [], now)).toMatchObject({ count: 0, waiting: 0 });
  const inserted = `insert into "operationLog" (id, time, module, action) values (1, now() + interval '430 days', 'm', 'a')`;
  expect((await tampered(test, inserted, [], { now })).findings).toMatchObject([{ what: 'inserted', id: 1 }]);
});
