import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openBackOffice } from './backOffice.ts';
import { planNodes, statementsOf } from './plans.ts';
import { accepted } from './rental.ts';

const office = openBackOffice();
const MEMBERS = 20_000;

it('are looked up in their indexes for each member shown, however many members there are', async () => {
  await sql`insert into member (name, "countryCode", phone, "idType", "idNo", email, channel, status)
    select 'Person ' || i, '+66', '9' || lpad(i::text, 8, '0'), 2, 'ZZ' || lpad(i::text, 7, '0'), 'person' || i || '@example.com', 1, 1
    from generate_series(1, ${sql.lit(MEMBERS)}) i`.execute(office.app.db);
  await sql`analyze member`.execute(office.app.db);

  const statements = await statementsOf(/member_alike|translate\(/, async () => {
    const { list } = accepted(await office.ops.get<{ list: { id: number }[] }>('/member/list', { pageSize: 20 })).data;
    accepted(await office.ops.get(`/member/info/${list[0]!.id}`));
  });
  expect(statements.length).toBeGreaterThan(1);
  for (const statement of statements) {
    const read = (await planNodes(statement)).filter(({ Alias }) => Alias === 'd' || Alias?.startsWith('d_'));
    expect(read.map((node) => node['Node Type'])).toContain('Index Scan');
    expect(read.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  }
});
