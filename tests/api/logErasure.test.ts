import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { openBackOffice } from './backOffice.ts';
import { erase, eraseAll } from './erasures.ts';
import { seal, tampered, verified } from './logSeals.ts';

const office = openBackOffice();
beforeAll(() => office.app.at('2027-02-22 12:00'));

const member = (email: string, number: string): Promise<number> =>
  office.save('/member/save', {
    ...{ name: `Person ${number}`, countryCode: '+66', phone: `8990${number}`, idType: 2, idNo: `SEAL${number}` },
    ...{ email, status: 1 },
  });

interface Call {
  readonly id: number;
  readonly params: Record<string, unknown>;
}
const calls = async (action: string): Promise<readonly Call[]> =>
  (
    await sql<Call>`select id, params from "operationLog" where module = 'member' and action = ${action} order by id`.execute(
      office.app.db,
    )
  ).rows;

/** Salts that the seals still have for rows of the log of calls, by id; zeros are none. */
async function salted(): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ content: string; salts: Buffer }>`
    select content, salts from "_logSeal" where log = 'operationLog' and kind = 'rows'`.execute(office.app.db);
  const found = rows.flatMap(({ content, salts }) =>
    (JSON.parse(content) as { rows: [number][] }).rows.flatMap(([id], at) =>
      salts.subarray(at * 16, at * 16 + 16).some((byte) => byte !== 0) ? [id] : [],
    ),
  );
  return new Set(found);
}

it('a log stays whole when people are erased, and only by their erasure', async () => {
  const [one, other] = [await member('one@example.com', '0001'), await member('other@example.com', '0002')];
  // A call about both, which loses what only the erased person has, twice.
  await sql`insert into "operationLog" (time, module, action, path, params) values (now(), 'member', 'both', '/api/member/merge/save',
    ${JSON.stringify({ survivorId: other, mergedId: one, email: 'one@example.com', idNo: 'SEAL0002' })}::jsonb)`.execute(
    office.app.db,
  );
  await seal(office.app);
  const before = await verified(office.app);
  expect(before).toMatchObject({ count: 0, erased: 0, waiting: 0 });
  const head = before.head!;
  const [about, both] = [(await calls('save'))[0]!.id, (await calls('both'))[0]!.id];
  expect(await salted()).toContain(about);

  await erase(office, one);
  await eraseAll(office);
  expect((await calls('save'))[0]!.params).toEqual({ erased: true });
  expect((await calls('both'))[0]!.params).toEqual({ survivorId: other, mergedId: one, idNo: 'SEAL0002' });
  const after = await verified(office.app, [head]);
  expect(after).toMatchObject({ count: 0, met: 1 });
  expect(after.erased).toBeGreaterThanOrEqual(2);
  const { rows: seals } = await sql<{ content: string }>`select content from "_logSeal" where kind = 'erased'`.execute(office.app.db); // prettier-ignore
  expect(seals.map(({ content }) => JSON.parse(content) as unknown)).toEqual([
    expect.objectContaining({ erasure: expect.any(Number) as number }),
  ]);

  // Nothing is left that proves what the rows said.
  for (const id of [about, both]) expect(await salted()).not.toContain(id);

  // An erasure blanks texts; who did what, and when, is proven as before.
  const forged = `update "operationLog" set username = 'nobody' where id = $1`;
  expect((await tampered(office.app, forged, [about])).findings).toMatchObject([{ what: 'changed', id: about }]);
  const refilled = `update "operationLog" set params = '{"a": 1}' where id = $1`;
  expect((await tampered(office.app, refilled, [about])).findings).toMatchObject([{ what: 'changed', id: about }]);
  const unsealed = `delete from "_logSeal" where position > $1`;
  const { findings } = await tampered(office.app, unsealed, [head.position]);
  expect(findings).toMatchObject([
    { what: 'changed', id: about },
    { what: 'changed', id: both },
  ]);

  await erase(office, other);
  await eraseAll(office);
  await seal(office.app);
  expect((await calls('both'))[0]!.params).toEqual({ survivorId: other, mergedId: one });
  expect(await verified(office.app, [head])).toMatchObject({ count: 0, met: 1, waiting: 0 });
});

it('rows that an erasure blanks before they are sealed are sealed as they are then', async () => {
  const id = await member('third@example.com', '0003');
  await erase(office, id);
  await eraseAll(office);
  const before = (await verified(office.app)).erased;
  await seal(office.app);
  expect(await verified(office.app)).toMatchObject({ count: 0, erased: before, waiting: 0 });
});

it('an erasure while rows are sealed leaves them proven, whoever is first', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await member(`round${round}@example.com`, `001${round}`);
    await erase(office, id);
    await office.app.app.background.doNow('_logSeals');
    await Promise.all([
      eraseAll(office),
      office.app.app.background.doNow('_logSeals'),
      office.app.app.background.doNow('_erasures'),
    ]);
  }
  await seal(office.app);
  expect(await verified(office.app)).toMatchObject({ count: 0, waiting: 0 });
});
