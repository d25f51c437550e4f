import { DeliveryFailure, requireSuccess } from 'forecourt/server';
import type { GpsReading } from '../../../rules/index.ts';
import type { GpsAccess, GpsProvider, ListedDevice } from '../provider.ts';

/** Five thousand devices are two megabytes. */
const LARGEST = 16 * 1024 * 1024;
const KMH_PER_KNOT = 1.852;
const MOST_TEXT = 60;

type Document = Readonly<Record<string, unknown>>;
const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, most) : '';
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const instantOf = (value: unknown): number | null => {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? null : instant;
};

/** A position of GET /api/positions; metres become kilometres, knots kilometres an hour. One without a fix is none. */
function readingOf(position: Document | undefined): GpsReading | null {
  if (!position || position['valid'] === false) return null;
  const time = instantOf(position['fixTime']);
  const latitude = numberOf(position['latitude']);
  const longitude = numberOf(position['longitude']);
  if (time === null || latitude === null || longitude === null) return null;
  const attributes = isDocument(position['attributes']) ? position['attributes'] : {};
  const metres = numberOf(attributes['odometer']) ?? numberOf(attributes['totalDistance']);
  return {
    time,
    latitude,
    longitude,
    speed: Math.max(0, Math.round((numberOf(position['speed']) ?? 0) * KMH_PER_KNOT)),
    mileage: metres === null || metres < 0 ? null : Math.floor(metres / 1000),
  };
}

function deviceOf(device: Document, position: Document | undefined): ListedDevice {
  const attributes = isDocument(device['attributes']) ? device['attributes'] : {};
  const expiry = instantOf(device['expirationTime']);
  return {
    deviceNo: textOf(device['uniqueId'], MOST_TEXT),
    name: textOf(device['name'], 100),
    sim: textOf(device['phone'], 40),
    wireless: attributes['wireless'] === true,
    expiryDate: expiry === null ? null : new Date(expiry).toISOString().slice(0, 10),
    reading: readingOf(position),
  };
}

const authorization = ({ account, secret }: GpsAccess): string =>
  account === '' ? `Bearer ${secret}` : `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`;

/** Traccar's HTTP API: the devices of the account and the last position of each (GET /api/devices, GET /api/positions). */
export const traccar: GpsProvider = async (access, { call }) => {
  const base = access.url.replace(/\/+$/, '').replace(/\/api$/, '');
  const headers = { accept: 'application/json', authorization: authorization(access) };
  const read = async (path: string): Promise<readonly Document[]> => {
    const answer = await call({ url: `${base}/api/${path}`, headers, largest: LARGEST });
    requireSuccess(answer);
    if (!Array.isArray(answer.json) || !answer.json.every(isDocument))
      throw new DeliveryFailure('answer not understood');
    return answer.json;
  };
  const [devices, positions] = await Promise.all([read('devices'), read('positions')]);
  const positionOf = new Map(positions.map((position) => [position['deviceId'], position]));
  const listed = devices.map((device) => deviceOf(device, positionOf.get(device['id'])));
  // The number is what a device is known by; a list with the same one twice keeps the last.
  return [...new Map(listed.filter(({ deviceNo }) => deviceNo !== '').map((one) => [one.deviceNo, one])).values()];
};
