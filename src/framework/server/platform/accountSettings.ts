import { sql } from 'kysely';
import { defineCommand, type AccountOffer, type Command, type Row } from '../contract.ts';
import { unauthorized } from '../errors.ts';

interface Settings {
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly avatar?: string;
  readonly custom?: Row;
  readonly notification?: Readonly<Record<string, boolean>>;
}

const TEXT = { type: 'string', maxLength: 200 };

/** What a user says about himself or herself; the generic save judges it by the schema of the user. */
const PROFILE = ['name', 'phone', 'email', 'avatar'] as const;

const defined = (values: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The account pages: what the signed-in user may change of himself or herself, and of nobody else (D-SHELL-12). */
export function accountCommands({ notifications = [], bindings = [] }: AccountOffer = {}): readonly Command[] {
  const switches = Object.fromEntries(notifications.map((topic) => [topic, { type: 'boolean' }]));
  return [
    defineCommand<Record<string, never>>({
      method: 'GET',
      path: '/account/settings',
      permission: 'session',
      input: { type: 'object' },
      async run(_input, { db, actor }) {
        const { rows } = await sql<Row>`
          select username, name, phone, email, avatar, custom, notification from "user" where id = ${actor.id}
        `.execute(db);
        const [user] = rows;
        if (!user) throw unauthorized();
        const { username, name, phone, email, avatar, custom, notification } = user;
        const chosen = (notification ?? {}) as Settings['notification'];
        return {
          username,
          name: name ?? '',
          phone: phone ?? '',
          email: email ?? '',
          avatar: avatar ?? '',
          custom: custom ?? {},
          // No provider is described that an account could be bound to: each is offered and none is bound.
          binding: bindings.map((channel) => ({ channel, bound: false })),
          notification: Object.fromEntries(notifications.map((topic) => [topic, chosen?.[topic] ?? true])),
        };
      },
    }),
    defineCommand<Settings>({
      method: 'POST',
      path: '/account/settings/save',
      permission: 'session',
      input: {
        type: 'object',
        properties: {
          ...Object.fromEntries(PROFILE.map((name) => [name, TEXT])),
          custom: {
            type: 'object',
            maxProperties: 50,
            additionalProperties: { type: ['string', 'boolean', 'number'] },
          },
          notification: { type: 'object', properties: switches, additionalProperties: false },
        },
      },
      log: { module: 'account', action: 'settings' },
      success: 'msg.success.save',
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
