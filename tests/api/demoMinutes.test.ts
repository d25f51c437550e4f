import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { startTestApp } from './app.ts';
import { fillDemo } from './demo.ts';

test('no car of the demonstration is in the shop and with a renter at once, also where two cars of a model fail', async () => {
  const now = Date.parse('2026-11-28T14:21:26Z');
  const fill = { name: 'demoMinutes', run: (db: Parameters<typeof fillDemo>[0]) => fillDemo(db, now) };
  const app = await startTestApp({ fill, withUsers: false, clock: () => now });
  const { rows } = await sql`select a."carId" from hold a join hold b on a."carId" = b."carId" and a.id < b.id
    and tstzrange(a."startTime", a."endTime") && tstzrange(b."startTime", b."endTime")`.execute(app.db);
  expect(rows).toEqual([]);
  await app.close();
}, 120_000);
