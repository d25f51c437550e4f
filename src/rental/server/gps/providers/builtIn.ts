import { DAY, HOUR } from '../../../rules/index.ts';
import type { GpsProvider, ListedDevice } from '../provider.ts';

/** Where the devices of the list drive around: towns, away from any coast. */
const PLACES = [
  [13.7563, 100.5018],
  [13.6904, 100.7501],
  [12.9276, 100.8771],
  [7.9519, 98.3381],
  [8.1111, 98.3065],
  [18.7883, 98.9853],
  [18.7669, 98.9625],
  [9.5357, 100.0618],
] as const;
const DEVICES = 24;
/** The devices at the end of the list have something wrong: silent for days, no report ever, at sea, a clock ahead. */
const SILENT = DEVICES - 4;
const NEVER = DEVICES - 3;
const AT_SEA = DEVICES - 2;
const AHEAD = DEVICES - 1;
const RADIUS = 0.03;
/** Kilometres of a car that drives in circles all day. */
const KM_A_DAY = 120;
const BEGIN = Date.parse('2026-01-01T00:00:00Z');
const TURN = 3 * HOUR;

function device(index: number, now: number): ListedDevice {
  const [latitude, longitude] = PLACES[index % PLACES.length]!;
  const time = index === SILENT ? now - 3 * DAY : index === AHEAD ? now + 2 * DAY : now - (index % 7) * 20_000;
  const angle = ((time % TURN) / TURN + index / DEVICES) * 2 * Math.PI;
  const atSea = index === AT_SEA;
  return {
    deviceNo: `SIM-${String(index + 1).padStart(4, '0')}`,
    name: `Tracker ${index + 1}`,
    sim: `08${String(90_000_000 + index * 7_919)}`,
    wireless: index % 3 === 0,
    expiryDate: new Date(BEGIN + (500 + index * 13) * DAY).toISOString().slice(0, 10),
    reading:
      index === NEVER
        ? null
        : {
            time,
            latitude: atSea ? 10.5 : latitude + RADIUS * Math.sin(angle),
            longitude: atSea ? 101.2 : longitude + RADIUS * Math.cos(angle),
            speed: index % 4 === 0 ? 0 : 20 + ((index * 17) % 60),
            mileage: 1_000 * (index + 1) + Math.floor(((time - BEGIN) / DAY) * KM_A_DAY),
          },
  };
}

/** The list for who has no provider: a simulator, the same devices at every call, each where the clock says. */
export const builtInDevices = (now: number): readonly ListedDevice[] =>
  Array.from({ length: DEVICES }, (_, index) => device(index, now));

export const builtIn: GpsProvider = (_access, { now }) => Promise.resolve(builtInDevices(now));
