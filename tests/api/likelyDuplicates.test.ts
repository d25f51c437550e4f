import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openBackOffice } from './backOffice.ts';
import { membersOf } from './members.ts';
import { planNodes, statementsOf } from './plans.ts';
import { accepted } from './rental.ts';

const office = openBackOffice();
const { read, person, merged, listed, edit } = membersOf(office);
const MEMBERS = 20_000;

describe('likely duplicates', () => {
  it('are found by phone, e-mail and ID number however they are written, and by name with birthday', async () => {
    const one = await person({ phone: '089-123 4567', idNo: 'AA 123-45', email: 'Same@Example.com' });
    const byPhone = await person({ phone: '+66891234567' });
    const byMail = await person({ email: 'same@example.COM' });
    const byId = await person({ idType: 3, idNo: 'aa12345' });
    const { name } = await read(one.id);
    accepted(await office.ops.post('/member/save', { ...(await edit(one.id)), birthday: '1990-05-17' }));
    const byName = await person({ name: name.toUpperCase().replace(' ', '  '), birthday: '1990-05-17' });
    const namesake = await person({ name });
    expect((await read(one.id)).duplicates.map(({ id, by }) => [id, by])).toEqual([
      [byPhone.id, ['phone']],
      [byMail.id, ['email']],
      [byId.id, ['idNo']],
      [byName.id, ['birthday']],
    ]);
    const found = await listed({ duplicate: 1 });
    expect(found).toEqual(expect.arrayContaining([one.id, byPhone.id, byMail.id, byId.id, byName.id]));
    expect(found).not.toContain(namesake.id);
    const others = await listed({ duplicate: 0 });
    expect(others).toContain(namesake.id);
    // The two halves have nobody in common.
    expect(others.filter((id) => found.includes(id))).toEqual([]);
    await merged(one.id, byPhone.id);
    expect((await read(one.id)).duplicates.map(({ id }) => id)).not.toContain(byPhone.id);
    expect(await listed({ duplicate: 1 })).not.toContain(byPhone.id);
  });

  it('are looked up in their indexes for each member shown, however many members there are', async () => {
    await sql`insert into member (name, "countryCode", phone, "idType", "idNo", email, channel, status)
    select 'Person ' || i, '+66', '9' || lpad(i::text, 8, '0'), 2, 'ZZ' || lpad(i::text, 7, '0'), 'person' || i || '@example.com', 1, 1
    from generate_series(1, ${sql.lit(MEMBERS)}) i`.execute(office.app.db);
    await sql`analyze member`.execute(office.app.db);

    const statements = await statementsOf(/member_alike|code_form\(d\./, async () => {
      const { list } = accepted(
        await office.ops.get<{ list: { id: number }[] }>('/member/list', { pageSize: 20 }),
      ).data;
      accepted(await office.ops.get(`/member/info/${list[0]!.id}`));
    });
    expect(statements.length).toBeGreaterThan(1);
    for (const statement of statements) {
      const read = (await planNodes(statement)).filter(({ Alias }) => Alias === 'd' || Alias?.startsWith('d_'));
      expect(read.map((node) => node['Node Type'])).toContain('Index Scan');
      expect(read.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    }
  });
});
