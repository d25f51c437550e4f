import { sql } from 'kysely';
import { DeliveryFailure, pauseAfter, type DeliveryContext, type Work } from 'forecourt/server';
import { DEFAULT_TIME_ZONE, drivenSince, gpsFault, isNews, toWallClock, type GpsKnown } from '../../rules/index.ts';
import type { RentalDatabase, RowOf } from '../database.ts';
import { isLand } from './land.ts';
import type { GpsProvider, ListedDevice } from './provider.ts';
import { builtIn } from './providers/builtIn.ts';
import { traccar } from './providers/traccar.ts';
import { GPS_SECRET } from './settings.ts';

type Setting = RowOf<'gpsSetting'>;
type Device = RowOf<'gpsDevice'>;

export interface SyncResult {
  readonly provider: Setting['provider'];
  readonly added: number;
  readonly updated: number;
  readonly total: number;
  /** Why nothing came: the provider's failure, or somebody else is asking just now. */
  readonly error: string | null;
}

const PROVIDERS: Readonly<Record<Setting['provider'], GpsProvider>> = { builtIn, traccar };
const EVERY_MS = 15_000;
/** Nobody else asks meanwhile; longer than any provider may take. */
const LEASE_MS = 60_000;
const MOST_PAUSE_MS = 3_600_000;
const MOST_KM = 5_000_000;

/**
 * Takes the synchronisation for this process: when it is due, or when somebody presses, unless it is under way. While it is, there is no next time;
 * one that was never finished is free again after a while.
 */
async function claim(db: RentalDatabase, at: number, pressed: boolean): Promise<Setting | undefined> {
  const lost = sql`("nextTime" is null and ("tryTime" is null or "tryTime" <= ${new Date(at - LEASE_MS)}))`;
  const due = pressed
    ? sql`("nextTime" is not null or ${lost})`
    : sql`enabled = 1 and ("nextTime" <= ${new Date(at)} or ${lost})`;
  const { rows } = await sql<Setting>`
    update "gpsSetting" set "tryTime" = ${new Date(at)}, "nextTime" = null where id = 1 and ${due} returning *
  `.execute(db);
  return rows[0];
}

async function settle(db: RentalDatabase, values: Partial<Setting>): Promise<void> {
  await db.updateTable('gpsSetting').set(values).where('id', '=', 1).execute();
}

function secretOf({ secret }: Setting, { secrets }: DeliveryContext): string {
  if (!secret) return '';
  try {
    return secrets.open(secret, GPS_SECRET);
  } catch {
    throw new DeliveryFailure('the secret cannot be read, enter it again', { permanent: true });
  }
}

const knownOf = (device: Device | undefined): GpsKnown => ({
  time: device?.positionTime?.getTime() ?? null,
  latitude: device?.latitude ?? null,
  longitude: device?.longitude ?? null,
  speed: device?.speed ?? null,
  mileage: device?.mileage ?? null,
});

/** A row of `gpsDevice` as the list wants it, and how far its car has driven since. */
function judged(listed: ListedDevice, stored: Device | undefined, now: number) {
  const { reading } = listed;
  const known = knownOf(stored);
  const row = {
    deviceNo: listed.deviceNo,
    name: listed.name,
    sim: listed.sim,
    wireless: listed.wireless,
    expiryDate: listed.expiryDate,
    oldTime: stored?.positionTime?.toISOString() ?? null,
    positionTime: stored?.positionTime?.toISOString() ?? null,
    latitude: known.latitude,
    longitude: known.longitude,
    speed: known.speed,
    mileage: known.mileage,
    fault: stored?.fault ?? null,
    faultTime: stored?.faultTime?.toISOString() ?? null,
    reported: stored?.reported ?? null,
    carId: stored?.carId ?? null,
    km: 0,
  };
  if (!reading || !isNews(reading, known)) return row;
  const fault = gpsFault(reading, known, { now, isLand });
  if (fault !== null) {
    const place = `${reading.latitude.toFixed(5)}, ${reading.longitude.toFixed(5)}`;
    // A device has no zone of its own, and the car may be anywhere: the time is said with the zone that it is told in.
    const time = `${toWallClock(reading.time, DEFAULT_TIME_ZONE)} (${DEFAULT_TIME_ZONE})`;
    const reported = `${time} · ${place} · ${reading.mileage ?? '–'} km`;
    return { ...row, fault, faultTime: new Date(now).toISOString(), reported };
  }
  const { time, latitude, longitude, speed, mileage } = reading;
  const believed = { positionTime: new Date(time).toISOString(), latitude, longitude, speed };
  return {
    ...row,
    ...believed,
    mileage: mileage ?? known.mileage,
    km: drivenSince(reading, known),
    fault: null,
    faultTime: null,
    reported: null,
  };
}

/**
 * Writes what the provider has told: cars first, as every command locks, then devices. A device that was bound to another car or reported elsewhere
 * meanwhile keeps what it has. Devices that the list no longer has stay, bound as they are.
 */
export async function keepDevices(
  db: RentalDatabase,
  listed: readonly ListedDevice[],
  now: number,
): Promise<{ added: number; updated: number }> {
  const stored = await db
    .selectFrom('gpsDevice')
    .selectAll()
    .where('deviceNo', 'in', ['', ...listed.map(({ deviceNo }) => deviceNo)])
    .execute();
  const byNumber = new Map(stored.map((device) => [device.deviceNo, device]));
  const rows = listed.map((one) => judged(one, byNumber.get(one.deviceNo), now));
  const at = new Date(now);
  const write = async (transaction: RentalDatabase): Promise<{ added: number; updated: number }> => {
    const driven = rows.filter(({ km, carId }) => km > 0 && carId !== null).map(({ carId }) => carId);
    await sql`select id from vehicle where id = any(${driven}::bigint[]) order by id for update`.execute(transaction);
    const { rows: written } = await sql<{ deviceNo: string; carId: number | null; added: boolean }>`
      insert into "gpsDevice" as d ("deviceNo", name, sim, wireless, "expiryDate", "positionTime", latitude, longitude, speed, mileage, fault, "faultTime", reported, "createTime", "updateTime")
      select x."deviceNo", x.name, x.sim, x.wireless, x."expiryDate", x."positionTime", x.latitude, x.longitude, x.speed, x.mileage, x.fault, x."faultTime", x.reported, ${at}, ${at}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x("deviceNo" text, name text, sim text, wireless boolean, "expiryDate" date, "positionTime" timestamptz,
        latitude double precision, longitude double precision, speed integer, mileage integer, fault text, "faultTime" timestamptz, reported text) order by x."deviceNo"
      on conflict (forecourt_sql.unique_key("deviceNo")) do update set name = excluded.name, sim = excluded.sim, wireless = excluded.wireless, "expiryDate" = excluded."expiryDate",
        "positionTime" = excluded."positionTime", latitude = excluded.latitude, longitude = excluded.longitude, speed = excluded.speed, mileage = excluded.mileage,
        fault = excluded.fault, "faultTime" = excluded."faultTime", reported = excluded.reported
      returning d."deviceNo", d."carId", (d.xmax = 0) as added
    `.execute(transaction);
    const carOf = new Map(written.map(({ deviceNo, carId }) => [deviceNo, carId]));
    const cars = rows.filter(({ km, carId, deviceNo }) => km > 0 && carId !== null && carOf.get(deviceNo) === carId);
    await sql`
      update vehicle v set mileage = least(${MOST_KM}, coalesce(v.mileage, 0) + x.km)
      from jsonb_to_recordset(${JSON.stringify(cars)}::jsonb) as x("carId" bigint, km integer) where v.id = x."carId"
    `.execute(transaction);
    const added = written.filter((one) => one.added).length;
    return { added, updated: written.length - added };
  };
  return db.isTransaction ? write(db) : db.transaction().execute(write);
}

/** Asks the provider and keeps what it tells; a failure is kept too, and asked again after a pause that grows. */
async function synchronise(context: DeliveryContext, pressed: boolean): Promise<SyncResult | null> {
  const db = context.db as RentalDatabase;
  const { now } = context;
  const setting = await claim(db, now, pressed);
  if (!setting) return pressed ? { provider: 'builtIn', added: 0, updated: 0, total: 0, error: 'busy' } : null;
  const { provider } = setting;
  try {
    const access = { url: setting.url ?? '', account: setting.account ?? '', secret: secretOf(setting, context) };
    const listed = await PROVIDERS[provider](access, context);
    const kept = await keepDevices(db, listed, now);
    const nextTime = new Date(now + setting.syncMinutes * 60_000);
    await settle(db, { syncTime: new Date(now), nextTime, tries: 0, error: null });
    return { provider, ...kept, total: listed.length, error: null };
  } catch (error) {
    const reason = error instanceof DeliveryFailure ? error.reason : 'fault';
    const tries = setting.tries + 1;
    const pause = Math.max(
      Math.min(pauseAfter(tries), MOST_PAUSE_MS),
      (error as Partial<DeliveryFailure>).retryAfterMs ?? 0,
    );
    await settle(db, { tries, error: reason, nextTime: new Date(now + pause) });
    if (!(error instanceof DeliveryFailure)) throw error;
    return { provider, added: 0, updated: 0, total: 0, error: reason };
  }
}

/** Asks again and again, for whoever has switched it on; pressed, it asks at once. */
export const gpsWork: Work = {
  everyMs: EVERY_MS,
  run: (context, input) => synchronise(context, input === 'pressed'),
};
