import { sql } from 'kysely';
import { defineCall, EMPTY, ID, INTEGER, list, NOTHING, object, orNull, STRING } from '../../../calls/index.ts';
import { defineCommand, type Command, type ServerModule } from '../../contract.ts';
import { MOST_UNREAD, type DataLayer } from '../../data/index.ts';

const PAGE = 20;
const MOST_IDS = 100;
const BOOLEAN = { type: 'boolean' } as const;

const UNREAD = defineCall({
  method: 'GET',
  path: '/account/notifications/unread',
  summary: 'How much is new for me; 100 stands for more',
  permission: 'session',
  input: EMPTY,
  answer: object({ unread: { type: 'integer', minimum: 0, maximum: MOST_UNREAD }, offered: BOOLEAN }),
});

const NOTIFICATION = object({
  id: INTEGER,
  kind: STRING,
  topic: STRING,
  text: STRING,
  time: STRING,
  read: BOOLEAN,
  resource: STRING,
  recordId: INTEGER,
});

const LIST = defineCall({
  method: 'GET',
  path: '/account/notifications',
  summary: 'What I am told of, newest first',
  permission: 'session',
  input: object({}, { before: ID }),
  answer: object({ list: list(NOTIFICATION), next: orNull(INTEGER) }),
});

const READ = defineCall({
  method: 'POST',
  path: '/account/notifications/read',
  summary: 'Mark what I have read',
  permission: 'session',
  input: object({ ids: { ...list(ID), minItems: 1, maxItems: MOST_IDS } }),
  answer: NOTHING,
  log: { module: 'account', action: 'readNotifications' },
});

const READ_ALL = defineCall({
  method: 'POST',
  path: '/account/notifications/readall',
  summary: 'Mark everything as read, up to the newest that I have seen',
  permission: 'session',
  input: object({ upTo: ID }),
  answer: NOTHING,
  log: { module: 'account', action: 'readNotifications' },
});

/** What the signed-in user is told of (D-SHELL-18): his or her own, as far as rights and scope reach now. */
export function notificationCommands(data: DataLayer, { notifications = {} }: ServerModule): readonly Command[] {
  const offered = Object.keys(notifications).length > 0;
  return [
    defineCommand(UNREAD, {
      run: async (_input, context) => ({ unread: await data.notices.unread(context), offered }),
    }),
    defineCommand(LIST, {
      async run({ before }, context) {
        const told = await data.notices.told(context, { size: PAGE + 1, ...(before !== undefined && { before }) });
        const page = told.slice(0, PAGE);
        return {
          list: page.map(({ params, ...one }) => ({
            ...one,
            topic: notifications[one.kind]!.topic,
            text: context.t(`notifications.${one.kind}`, params),
            resource: notifications[one.kind]!.resource,
          })),
          next: told.length > PAGE ? page.at(-1)!.id : null,
        };
      },
    }),
    defineCommand(READ, {
      async run({ ids }, { db, actor, now }) {
        await sql`
          update "_notification" set "readTime" = ${new Date(now)}
          where "userId" = ${actor.id} and "readTime" is null and id = any(${ids}::bigint[])
        `.execute(db);
        return null;
      },
    }),
    defineCommand(READ_ALL, {
      async run({ upTo }, { db, actor, now }) {
        await sql`
          update "_notification" set "readTime" = ${new Date(now)}
          where "userId" = ${actor.id} and "readTime" is null and id <= ${upTo}
        `.execute(db);
        return null;
      },
    }),
  ];
}
