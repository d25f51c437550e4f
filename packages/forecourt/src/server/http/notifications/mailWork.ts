import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Model } from '../../../model/index.ts';
import type { Actor, Database, NotificationKind, Row, Work } from '../../contract.ts';
import type { DataLayer, Told } from '../../data/index.ts';
import { MAIL_CHANNEL, type MailSettings } from '../../mail/index.ts';
import type { Messages } from '../../messages.ts';
import { composeMail } from './composeMail.ts';
import { filled, sentence } from './sentence.ts';

/** The background work that writes mail of what users were told. */
export const NOTICE_MAIL = '_noticeMail';

const EVERY_MS = 15_000;
/** What comes within so long goes into one mail; who reads it in the bell meanwhile gets none. */
const TOGETHER_MS = 3 * 60_000;
/** What is older is no news: mail that is switched on today does not tell of last month. */
const NEWS_MS = 24 * 3_600_000;
/** More at once are counted no further. */
const MOST_TOLD = 200;

interface Reader {
  readonly actor: Actor;
  readonly user: Row;
}

interface MailParts {
  readonly data: DataLayer;
  readonly kinds: Readonly<Record<string, NotificationKind>>;
  readonly messages: Messages;
  readonly mail: MailSettings;
  everybody(): Promise<readonly Reader[]>;
}

/** Whether a user wants mail of a topic: the switch of the topic itself decides what is told at all. */
export const wantsMail = (user: Row, topic: string): boolean =>
  ((user['notification'] as { mail?: Row } | null)?.mail?.[topic] ?? true) !== false;

/** Address of the record below the first page, or of the list that has it. */
function pathOf(model: Model, { resource, opens }: NotificationKind, { recordId, params }: Told): string {
  const { show, list = '/' } = model.resources.get(resource)!.route;
  if (opens) return `${list}?${new URLSearchParams({ filter: JSON.stringify(filled(opens, params)) })}`;
  return show?.includes(':id') ? show.replace(':id', String(recordId)) : list;
}

/** Users with something new that has waited long enough. */
async function dueUsers(db: Database, now: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ userId: number }>`
    select n."userId" from "_notice" e join "_notification" n on n."noticeId" = e.id
    where e.time > ${new Date(now - NEWS_MS)} and n."readTime" is null and n."mailTime" is null
    group by n."userId" having min(e.time) <= ${new Date(now - TOGETHER_MS)}
  `.execute(db);
  return new Set(rows.map(({ userId }) => userId));
}

/** Takes what is new for a user, for this process alone; answers its ids. */
async function take(db: Database, userId: number, now: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    update "_notification" set "mailTime" = ${new Date(now)} where id in (
      select n.id from "_notification" n join "_notice" e on e.id = n."noticeId"
      where n."userId" = ${userId} and n."readTime" is null and n."mailTime" is null and e.time > ${new Date(now - NEWS_MS)}
      order by n.id for update of n skip locked
    ) returning id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Writes one mail for what is new for each user, into the outbox and in the transaction that marks it: it is told by mail once, however often a process dies. It
 * goes out like every message. What the reader may not see any more is left out.
 */
export function noticeMail({ data, kinds, messages, mail, everybody }: MailParts): Work {
  async function write(reader: Reader, now: number): Promise<boolean> {
    const { actor, user } = reader;
    return data.transaction(async (db, client) => {
      const among = await take(db, actor.id, now);
      if (among.length === 0) return false;
      const told = await data.notices.told({ actor, now }, { size: MOST_TOLD, among, client });
      const wanted = told.filter(({ kind }) => wantsMail(user, kinds[kind]!.topic));
      if (wanted.length === 0) return false;
      const { rows } = await sql<{ language: string }>`select language from "_reader" where "userId" = ${actor.id}`.execute(db); // prettier-ignore
      const language = rows[0]?.language ?? messages.first;
      const payload = composeMail({
        told: wanted.map((one) => ({
          text: sentence(messages, language, one.kind, one.params),
          link: mail.publicUrl + pathOf(data.model, kinds[one.kind]!, one),
        })),
        links: {
          all: `${mail.publicUrl}/account/notifications`,
          settings: `${mail.publicUrl}/account/settings/notification`,
        },
        language,
        t: messages.t(language),
      });
      await sql`
        insert into outbox (channel, topic, recipient, text, payload, key, "nextTryTime", "createTime", "updateTime")
        values (${MAIL_CHANNEL}, 'notifications', ${user['email']}, ${payload.text}, ${JSON.stringify(payload)}::jsonb, ${randomUUID()}, ${new Date(now)}, ${new Date(now)}, ${new Date(now)})
      `.execute(db);
      return true;
    });
  }
  return {
    everyMs: EVERY_MS,
    async run({ db, now }) {
      const due = await dueUsers(db, now);
      if (due.size === 0) return 0;
      const readers = (await everybody()).filter(({ actor, user }) => due.has(actor.id) && Boolean(user['email']));
      let count = 0;
      for (const reader of readers) if (await write(reader, now)) count++;
      return count;
    },
  };
}
