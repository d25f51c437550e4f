import { sql } from 'kysely';
import { defineCall, EMPTY, list, NOTHING, object, STRING, typed } from '../../calls/index.ts';
import { defineCommand, type AccountOffer, type Command, type Row } from '../contract.ts';
import { unauthorized } from '../errors.ts';

type Switches = Readonly<Record<string, boolean>>;

const TEXT = { type: 'string', maxLength: 200 } as const;
/** What a user says about himself or herself; the generic save judges it by the schema of the user. */
const PROFILE = { name: TEXT, phone: TEXT, email: TEXT, avatar: TEXT };
const CUSTOM = typed<Readonly<Record<string, string | boolean | number>>>({
  type: 'object',
  maxProperties: 50,
  additionalProperties: { type: ['string', 'boolean', 'number'] },
});

/** The row of a user as it is stored. */
interface Stored {
  readonly username: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly avatar: string | null;
  readonly custom: Readonly<Record<string, string>> | null;
  readonly notification: Switches | null;
}

const defined = (values: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The account pages: what the signed-in user may change of himself or herself, and of nobody else (D-SHELL-12). */
export function accountCommands({ notifications = [], bindings = [] }: AccountOffer = {}): readonly Command[] {
  const switches = Object.fromEntries(notifications.map((topic) => [topic, { type: 'boolean' }]));
  const readSettings = defineCall({
    method: 'GET',
    path: '/account/settings',
    summary: 'Own settings',
    permission: 'session',
    input: EMPTY,
    answer: object({
      username: STRING,
      ...PROFILE,
      custom: CUSTOM,
      binding: list(object({ channel: STRING, bound: { type: 'boolean' } })),
      notification: typed<Switches>({ type: 'object', properties: switches, required: notifications }),
    }),
  });
  const saveSettings = defineCall({
    method: 'POST',
    path: '/account/settings/save',
    summary: 'Save own settings',
    permission: 'session',
    input: object(
      {},
      {
        ...PROFILE,
        custom: CUSTOM,
        notification: typed<Switches>({ type: 'object', properties: switches, additionalProperties: false }),
      },
    ),
    answer: NOTHING,
    log: { module: 'account', action: 'settings' },
    success: 'msg.success.save',
  });
  return [
    defineCommand(readSettings, {
      async run(_input, { db, actor }) {
        const { rows } = await sql<Stored>`
          select username, name, phone, email, avatar, custom, notification from "user" where id = ${actor.id}
        `.execute(db);
        const [user] = rows;
        if (!user) throw unauthorized();
        const { username, name, phone, email, avatar, custom, notification } = user;
        return {
          username,
          name: name ?? '',
          phone: phone ?? '',
          email: email ?? '',
          avatar: avatar ?? '',
          custom: custom ?? {},
          // No provider is described that an account could be bound to: each is offered and none is bound.
          binding: bindings.map((channel) => ({ channel, bound: false })),
          notification: Object.fromEntries(notifications.map((topic) => [topic, notification?.[topic] ?? true])),
        };
      },
    }),
    defineCommand(saveSettings, {
      async run({ custom, notification, ...profile }, { actor, write, row, save }) {
        if (Object.keys(profile).length > 0) await save('user', { id: actor.id, ...profile });
        if (custom || notification) {
          const before = await row('user', actor.id, { lock: true });
          const merged = { ...(before['notification'] as Row | null), ...notification };
          await write.update('user', actor.id, defined({ custom, notification: notification && merged }));
        }
        return null;
      },
    }),
  ];
}
