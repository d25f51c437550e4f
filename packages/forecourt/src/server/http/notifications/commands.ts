import { sql } from 'kysely';
import { defineCall, EMPTY, ID, INTEGER, list, NOTHING, object, orNull, STRING, typed } from '../../../calls/index.ts';
import { defineCommand, type Command, type ServerModule } from '../../contract.ts';
import type { Messages } from '../../messages.ts';
import { wantsMail } from './mailWork.ts';
import { createReaders } from './readers.ts';
import { filled, sentence } from './sentence.ts';
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

const NOTIFICATION = object(
  {
    id: INTEGER,
    kind: STRING,
    topic: STRING,
    text: STRING,
    time: STRING,
    read: BOOLEAN,
    resource: STRING,
    recordId: INTEGER,
  },
  { filter: typed<Readonly<Record<string, string>>>({ type: 'object', additionalProperties: STRING }) },
);

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

interface NotificationParts {
  readonly data: DataLayer;
  readonly module: ServerModule;
  readonly messages: Messages;
  /** Whether the operator has set up mail. */
  readonly mailReady: boolean;
}

/** The switches of mail, of an application's topics. */
function mailCalls(topics: readonly string[]) {
  const properties = Object.fromEntries(topics.map((topic) => [topic, BOOLEAN]));
  const switches = (required: readonly string[]) =>
    typed<Readonly<Record<string, boolean>>>({ type: 'object', properties, required, additionalProperties: false });
  return {
    mail: defineCall({
      method: 'GET',
      path: '/account/notifications/mail',
      summary: 'What I am told by mail, and whether mail is set up',
      permission: 'session',
      input: EMPTY,
      answer: object({ ready: BOOLEAN, switches: switches(topics) }),
    }),
    saveMail: defineCall({
      method: 'POST',
      path: '/account/notifications/mail/save',
      summary: 'Switch what I am told by mail',
      permission: 'session',
      input: object({ switches: switches([]) }),
      answer: NOTHING,
      log: { module: 'account', action: 'settings' },
      success: 'msg.success.save',
    }),
  };
}

type Chosen = { readonly mail?: Readonly<Record<string, boolean>> } | null;

/** What the signed-in user is told by mail (D-SHELL-18). */
function mailCommands(topics: readonly string[], ready: boolean): readonly Command[] {
  const calls = mailCalls(topics);
  return [
    defineCommand(calls.mail, {
      async run(_input, { row, actor }) {
        const user = await row('user', actor.id);
        return { ready, switches: Object.fromEntries(topics.map((topic) => [topic, wantsMail(user, topic)])) };
      },
    }),
    defineCommand(calls.saveMail, {
      async run({ switches }, { row, actor, write }) {
        const before = (await row('user', actor.id, { lock: true }))['notification'] as Chosen;
        const notification = { ...before, mail: { ...before?.mail, ...switches } };
        await write.update('user', actor.id, { notification });
        return null;
      },
    }),
  ];
}

/** What the signed-in user is told of (D-SHELL-18): his or her own, as far as rights and scope reach now. */
export function notificationCommands({ data, module, messages, mailReady }: NotificationParts): readonly Command[] {
  const { notifications = {}, account } = module;
  const readers = createReaders(data.db);
  const offered = Object.keys(notifications).length > 0;
  return [
    ...mailCommands(account?.notifications ?? [], mailReady),
    defineCommand(UNREAD, {
      async run(_input, context) {
        // While nothing can be written it is told all the same; the language is noted with a later question.
        await readers.note(context.actor.id, context.language).catch(() => undefined);
        return { unread: await data.notices.unread(context), offered };
      },
    }),
    defineCommand(LIST, {
      async run({ before }, context) {
        const told = await data.notices.told(context, { size: PAGE + 1, ...(before !== undefined && { before }) });
        const page = told.slice(0, PAGE);
        return {
          list: page.map(({ params, ...one }) => {
            const { topic, resource, opens } = notifications[one.kind]!;
            const text = sentence(messages, context.language, one.kind, params);
            return { ...one, topic, text, resource, ...(opens && { filter: filled(opens, params) }) };
          }),
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
