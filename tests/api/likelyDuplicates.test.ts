import { sql } from 'kysely';
import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import { openBackOffice } from './backOffice.ts';
import { accepted } from './rental.ts';
import { onStatement, type Statement } from './statementTrail.ts';

const office = openBackOffice();
const MEMBERS = 20_000;

interface Plan {
  readonly 'Node Type': string;
  readonly Alias?: string;
  readonly Plans?: readonly Plan[];
}
const nodes = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

it('are looked up in their indexes for each member shown, however many members there are', async () => {
  await sql`insert into member (name, "countryCode", phone, "idType", "idNo", email, channel, status)
    select 'Person ' || i, '+66', '9' || lpad(i::text, 8, '0'), 2, 'ZZ' || lpad(i::text, 7, '0'), 'person' || i || '@example.com', 1, 1
    from generate_series(1, ${sql.lit(MEMBERS)}) i`.execute(office.app.db);
  await sql`analyze member`.execute(office.app.db);

  const statements: Statement[] = [];
  onStatement((statement) => void (/member_alike|translate\(/.test(statement.text) && statements.push(statement)));
  const { list } = accepted(await office.ops.get<{ list: { id: number }[] }>('/member/list', { pageSize: 20 })).data;
  accepted(await office.ops.get(`/member/info/${list[0]!.id}`));
  vi.restoreAllMocks();

  expect(statements.length).toBeGreaterThan(1);
  for (const { connection, text, values } of statements) {
    const { rows } = await (connection as pg.Client).query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) ${text}`,
      [...values],
    );
    const read = nodes(rows[0]!['QUERY PLAN'][0].Plan).filter(({ Alias }) => Alias === 'd' || Alias?.startsWith('d_'));
    expect(read.map((node) => node['Node Type'])).toContain('Index Scan');
    expect(read.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  }
});
