import { type DeliveryContext, type Sender, refuseFields } from 'forecourt/server';
import type { Hooks, RentalDatabase } from '../database.ts';

const SHORTEST_SECRET = 16;
const LONGEST_SECRET = 200;

/** Channels that were set up before version 2 of the signature may go on until somebody closes the old form. A database without rows has none. */
export const OLD_SIGNATURES = {
  name: '050-channel-old-signature',
  sql: 'update "channelSetting" set "oldSignature" = 1',
};

/** What the secret of a channel is sealed for. */
const purposeOf = (channel: number): string => `channelSetting/${channel}`;

/** The secret is sealed for its channel; left empty it stays as it is. */
export const channelSettingHooks: Hooks<'channelSetting'> = {
  beforeSave({ values, before }, context) {
    const channel = values.channel ?? before?.channel;
    const { secret } = values;
    if (typeof secret !== 'string' || secret === '') {
      if (!before?.secret) throw refuseFields({ secret: 'msg.required' });
      delete values.secret;
    } else if (secret.length < SHORTEST_SECRET) {
      throw refuseFields({ secret: ['msg.tooShort', { min: SHORTEST_SECRET }] });
    } else if (secret.length > LONGEST_SECRET) {
      throw refuseFields({ secret: ['msg.tooLong', { max: LONGEST_SECRET }] });
    } else values.secret = context.seal(secret, purposeOf(channel!));
    return Promise.resolve();
  },
};

/** What a channel may do: book, change and call off, at every store, and nothing else. */
const RIGHTS: ReadonlySet<string> = new Set(['order-add', 'order-edit', 'order-disable']);

/** As whom a channel acts; undefined while nobody may send in its name: no settings, switched off, or a secret that no key opens. */
export const senderOf =
  (channel: number, name: string) =>
  async ({ db, secrets }: Pick<DeliveryContext, 'db' | 'secrets'>): Promise<Sender | undefined> => {
    const setting = await (db as RentalDatabase)
      .selectFrom('channelSetting')
      .select(['secret', 'oldSignature'])
      .where('channel', '=', channel as 2 | 3)
      .where('enabled', '=', 1)
      .executeTakeFirst();
    if (!setting?.secret) return undefined;
    const actor = { id: 0, username: name, name, roleId: 0, permissions: RIGHTS, scope: 'all', facts: {} } as const;
    try {
      const secret = secrets.open(setting.secret, purposeOf(channel));
      return { secret, actor, takesOldSignature: setting.oldSignature === 1 };
    } catch {
      return undefined;
    }
  };
