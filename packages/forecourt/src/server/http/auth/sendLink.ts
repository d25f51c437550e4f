import { sql } from 'kysely';
import { isPasswordOff, newLink } from '../../auth/index.ts';
import type { Context } from '../../contract.ts';
import { MAIL_CHANNEL } from '../../mail/index.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const htmlOf = (message: string, link: string): string =>
  `<p>${escaped(message).replace(escaped(link), `<a href="${escaped(link)}">${escaped(link)}</a>`)}</p>`;

/** Why no link was sent. */
export type NotSent = 'noAddress' | 'notPossible' | 'hasPassword' | 'noWay' | 'justSent';

/**
 * Sends a user a link to choose a password, by mail, or where there is none by SMS. `invite`: it is the first one, and works for days. Answers why it could not; undefined when it is on
 * its way.
 */
export async function sendLink(context: Context, id: number, kind: 'recover' | 'invite'): Promise<NotSent | undefined> {
  const { db, write, site } = context;
  if (site.url === undefined) return 'noAddress';
  // Whom only a sign-in provider lets in stays with it. Held until the link is written: a change of phone or address ends the links that are there by then.
  const { rows } = await sql<{ phone: string | null; email: string | null; known: boolean }>`
    select phone, email, password is not null as known from "user" u where id = ${id} and status = 1 and "deleteTime" is null and "roleId" is not null
      and (password is not null or not exists (select from "_userIdentity" i where i."userId" = u.id)) for share
  `.execute(db);
  const [user] = rows;
  // A password that is switched off lets nobody in.
  if (!user || (await isPasswordOff(db, id))) return 'notPossible';
  if (kind === 'invite' && user.known) return 'hasPassword';
  const byMail = site.mail && Boolean(user.email);
  const to = byMail ? user.email : user.phone;
  if (!to) return 'noWay';
  const token = await newLink(db, id, !user.known);
  if (token === undefined) return 'justSent';
  // Behind a "#": no log of a proxy or server has it.
  const link = `${site.url}/user/recover#${token}`;
  const title = context.t('app.title');
  const first = user.known ? 'recover' : 'invite';
  const message = context.t(`msg.${first}.message`, { title, link });
  const mail = { subject: context.t(`msg.${first}.subject`, { title }), text: message, html: htmlOf(message, link) };
  await write.message({
    channel: byMail ? MAIL_CHANNEL : 'sms',
    topic: 'password-link',
    to,
    payload: byMail ? mail : { text: message },
    shown: message.replace(token, '******'),
  });
  return undefined;
}
