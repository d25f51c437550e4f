import { sql } from 'kysely';
import type { SqlContext } from 'forecourt/server';
import { defineModule } from '../database.ts';
import { bindDevice, saveGpsSettings, syncDevices, unbindDevice } from './commands.ts';
import { GPS_SETTING_MIGRATION, gpsSettingHooks } from './settings.ts';
import { gpsWork } from './sync.ts';

export { unbindCar } from './commands.ts';
export { builtInDevices } from './providers/builtIn.ts';
export { keepDevices } from './sync.ts';

const column = ({ alias }: SqlContext, name: string) => sql.ref(`${alias}.${name}`);
/** Minutes after which a device counts as silent; the setting's, else its default. */
export const offlineAfter = sql`coalesce((select "offlineMinutes" from "gpsSetting" where id = 1), 60) * interval '1 minute'`;

/** Devices of cars: what their platform tells, and the car that each is bound to. */
export const gpsServer = defineModule({
  commands: [saveGpsSettings, syncDevices, bindDevice, unbindDevice],
  hooks: { gpsSetting: gpsSettingHooks },
  computed: {
    gpsBound: { sql: (query) => sql`(${column(query, 'carId')} is not null)::int` },
    gpsState: {
      sql: (query) => sql`(case
        when ${column(query, 'fault')} is not null then 'fault'
        when ${column(query, 'positionTime')} is null then 'never'
        when ${column(query, 'positionTime')} < ${query.now} - ${offlineAfter} then 'offline'
        else 'online' end)`,
    },
  },
  work: { gps: gpsWork },
  migrations: [GPS_SETTING_MIGRATION],
});
