import { signedHeaders } from '../signing.ts';

/** Calls of a signed-in administrator over HTTP, and the few records that an order needs. */
export interface Api {
  /** Moves to another address: the product was started again. */
  at(url: string): void;
  /** `data` of the answer; rejects with NotAnswered when there is none or the service is away, with the message when it is refused. */
  post<T = { id: number }>(path: string, body: unknown, key?: string): Promise<T>;
  /** The same of a call that reads. */
  get<T>(path: string): Promise<T>;
  /** The same in the name of Zuzuche, signed. */
  asChannel<T>(body: unknown): Promise<T>;
}

/** The caller does not know whether it was done. */
export class NotAnswered extends Error {}

interface Envelope {
  readonly statusCode: number;
  readonly message: string;
  readonly data: unknown;
}

const CHANNEL_SECRET = 'a secret between two machines';
const TIMEOUT_MS = 10_000;

export async function signIn(url: string, password: string): Promise<Api> {
  let address = url;
  let token = '';
  async function send<T>(
    path: string,
    text: string | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<T> {
    let http: number;
    let envelope: Envelope;
    try {
      const response = await fetch(`${address}/api${path}`, {
        method: text === undefined ? 'GET' : 'POST',
        headers: {
          ...(text !== undefined && { 'content-type': 'application/json' }),
          'accept-language': 'en-US',
          ...headers,
        },
        body: text,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      http = response.status;
      envelope = (await response.json()) as Envelope;
    } catch (error) {
      throw new NotAnswered(String(error));
    }
    if (http === 503) throw new NotAnswered(envelope.message);
    if (envelope.statusCode !== 200) throw new Error(`${path} answered ${http}: ${JSON.stringify(envelope)}`);
    return envelope.data as T;
  }
  const signedIn = (): Readonly<Record<string, string>> => (token === '' ? {} : { authorization: `Bearer ${token}` });
  const post: Api['post'] = (path, body, key) =>
    send(path, JSON.stringify(body), { ...signedIn(), ...(key !== undefined && { 'idempotency-key': key }) });
  const get: Api['get'] = (path) => send(path, undefined, signedIn());
  const asChannel: Api['asChannel'] = (body) => {
    const text = JSON.stringify(body);
    const path = '/channels/inbound/zuzuche';
    return send(path, text, signedHeaders({ secret: CHANNEL_SECRET, path: `/api${path}`, body: text }));
  };
  ({ token } = await post<{ token: string }>('/admin/user/login', { username: 'admin', password }));
  return { at: (next) => (address = next), post, get, asChannel };
}

const POLICY = { policyNo: 'P', startDate: '2026-01-01', endDate: '2049-12-31' };

/** One store and some listed cars of one priced model. Answers what an order names. */
export async function fillFleet(
  { post }: Api,
  cars: number,
): Promise<{ storeId: number; subModelId: number; carIds: number[] }> {
  const { id: cityId } = await post('/basics/city/save', {
    cityName: 'Phuket',
    province: 'Phuket',
    country: 'Thailand',
    cityCode: 'HKT',
    latitude: 7.9,
    longitude: 98.4,
    timeZone: 'Asia/Bangkok',
    status: 1,
  });
  const { id: storeId } = await post('/basics/store/save', {
    storeName: 'Phuket Town',
    operatorName: 'Somchai',
    address: '1 Main Road',
    size: 100,
    status: 1,
    cityId,
    is24h: 1,
    minAdvance: { value: 0, unit: 'hour' },
    maxAdvance: { value: 40_000, unit: 'day' },
    serviceTime: { start: '00:00', end: '24:00' },
    advanceTime: { value: 1, unit: 'hour' },
    fee: 300,
    serviceArea: {
      type: 'Polygon',
      coordinates: [
        [
          [98, 7],
          [99, 7],
          [99, 8],
          [98, 7],
        ],
      ],
    },
  });
  const { id: brandId } = await post('/car/brand/save', { name: 'Toyota' });
  const { id: modelId } = await post('/car/models/save', { brandId, name: 'Yaris' });
  const { id: subModelId } = await post('/car/submodels/save', { brandId, modelId, name: '1.2', displacement: '1.2' });
  const { id: institutionId } = await post('/basics/institution/save', {
    name: 'Malee',
    type: 1,
    ownerType: 1,
    contact: 'Malee',
    phone: '+66811111111',
    address: 'Phuket',
    taxId: 'T1',
    status: 1,
  });
  await post('/carprice/save', { storeId, subModelId, dailyPrice: 1200, deposit: 5000 });
  await post('/channels/setting/save', {
    channel: 3,
    enabled: 1,
    secret: CHANNEL_SECRET,
    tolerancePercent: 5,
    stockDays: 0,
  });
  const carIds: number[] = [];
  for (let car = 1; car <= cars; car++) {
    const { id } = await post('/car/save', {
      brandId,
      modelId,
      subModelId,
      storeId,
      plate: `K-${car}`,
      frameNo: `F${car}`,
      engineNo: `E${car}`,
      ownerType: 1,
      institutionId,
      licenceNo: `L${car}`,
      registerDate: '2026-01-01',
      inspectionExpiry: '2049-12-31',
      compulsoryInsurance: POLICY,
    });
    await post('/car/audit', { id });
    await post('/car/online', { id });
    carIds.push(id);
  }
  return { storeId, subModelId, carIds };
}
