import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { application } from '../../src/application.ts';
import { importPath, type ImportState } from 'forecourt/model';
import type { Database } from 'forecourt/server';
import { callsOf } from '../../packages/forecourt/generated/calls.ts';
import { startTestApp, type Client, type TestApp } from './app.ts';
import { fillDemo } from './demo.ts';

const NOW = Date.parse('2026-11-20T10:30:00+07:00');
const fill = { name: 'demo', run: (db: Database): Promise<void> => fillDemo(db, NOW) };

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp({ fill, withUsers: false, clock: () => NOW });
  admin = await app.as('admin');
  await sql`update "_session" set "expireTime" = '2100-01-01'`.execute(app.db);
}, 120_000);
afterAll(() => app?.close());

const RESOURCES = [...application.model.resources.values()].filter(
  (resource) => importPath(resource, resource.entity) && callsOf(resource).exported && callsOf(resource).check,
);

describe.each(RESOURCES.map((resource) => [resource.name, resource] as const))(
  '%s of the demonstration',
  (_name, resource) => {
    const { exported, check } = callsOf(resource);

    test('comes back whole from its own export, and nothing of it changes', async () => {
      const file = await exported!(admin, { format: 'csv', values: 'raw' });
      if (file.rows.length === 0) return;
      const { state } = await check!(admin, file.bytes, 'csv');
      expect([state.errors.slice(0, 3), state.unchanged]).toEqual([[], file.rows.length]);
    });
  },
);

test('a member whom an order made without e-mail can be changed by a file, and made by one only with it', async () => {
  const member = RESOURCES.find(({ name }) => name === 'member')!;
  const { check, run } = callsOf(member);
  const { rows } = await sql<{ id: number }>`select id from member where email is null order by id limit 1`.execute(
    app.db,
  );
  const [{ id }] = rows as [{ id: number }];
  const changed = await check!(admin, Buffer.from(`id,email,remark\n${id},,Vegetarian\n`), 'csv');
  expect(changed.state).toMatchObject({ errors: [], updates: 1 } satisfies Partial<ImportState>);
  expect(await run(admin, changed.state.id)).toMatchObject({ updated: 1, failed: 0 });
  const emptied = await check!(
    admin,
    Buffer.from('name,countryCode,phone,email,idType,idNo\nNew,+66,0811111119,,1,N1\n'),
    'csv',
  );
  expect(emptied.state.errors.map(({ field }) => field)).toEqual(['email']);
});
