import { refuseFields } from 'forecourt/server';
import type { Hooks } from '../database.ts';

/** What the secret of the provider is sealed for. */
export const GPS_SECRET = 'gpsSetting';

/** The one row, for a database of any age. */
export const GPS_SETTING_MIGRATION = {
  name: '040-gps-setting',
  sql: `insert into "gpsSetting" (id, provider) values (1, 'builtIn') on conflict do nothing;
    select setval(pg_get_serial_sequence('"gpsSetting"', 'id'), 1)`,
};

/** The secret is sealed. What was changed is tried at once. */
export const gpsSettingHooks: Hooks<'gpsSetting'> = {
  beforeSave({ values, before }, context) {
    if (!before) throw refuseFields({ id: 'msg.required' });
    const { secret } = values;
    const isNew = typeof secret === 'string' && secret !== '';
    if (isNew) values.secret = context.seal(secret, GPS_SECRET);
    if ((values.provider ?? before.provider) === 'traccar' && !isNew && !before.secret)
      throw refuseFields({ secret: 'msg.required' });
    Object.assign(values, { tries: 0, error: null, nextTime: new Date(context.now) });
    return Promise.resolve();
  },
};
