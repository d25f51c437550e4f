import { sql } from 'kysely';
import type { BackOffice } from './backOffice.ts';
import { accepted } from './rental.ts';

/** Erases a member, as the desk does it. */
export async function erase(office: BackOffice, id: number): Promise<void> {
  const admin = await office.app.as('admin');
  accepted(await admin.post('/member/datarequest/erase', { id, confirm: id }));
}

/** Turn by turn, until the background has nothing left of any erasure. */
export async function eraseAll({ app }: Pick<BackOffice, 'app'>): Promise<void> {
  for (;;) {
    await app.app.background.doNow('_erasures');
    if ((await sql`select from "_erasure"`.execute(app.db)).rows.length === 0) return;
  }
}
