import { sql } from 'kysely';
import type { Answer, Client } from './app.ts';
import type { BackOffice } from './backOffice.ts';
import { accepted } from './rental.ts';

/** Asks for an erasure; answers the id of the request. */
export const request = async (by: Client, id: number): Promise<number> =>
  accepted(await by.post<{ id: number }>('/member/datarequest/erase', { id, confirm: id })).data.id;

export const approve = (by: Client, id: number, member: number): Promise<Answer<null>> =>
  by.post<null>('/member/datarequest/approve', { id, confirm: member });

/** Erases a member, as the desk does it; the administrator may also do what he or she asked for. */
export async function erase({ app }: Pick<BackOffice, 'app'>, id: number): Promise<void> {
  const admin = await app.as('admin');
  accepted(await approve(admin, await request(admin, id), id));
}

/** Turn by turn, until the background has nothing left of any erasure. */
export async function eraseAll({ app }: Pick<BackOffice, 'app'>): Promise<void> {
  for (;;) {
    await app.app.background.doNow('_erasures');
    if ((await sql`select from "_erasure"`.execute(app.db)).rows.length === 0) return;
  }
}
