import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GpsDevice, GpsSetting } from '../../schemas/types.generated.ts';
import type { Client } from './app.ts';
import { accepted, addCars, errorOf, orderIn, startRentalApp, type RentalApp } from './rental.ts';
import type { AnswerOf, PageOf } from './rentalAnswers.ts';
import { startProvider, type FakeProvider } from './smsProviders.ts';

let app: RentalApp;
let fleet: Client;
let provider: FakeProvider;
let cars: number[];
beforeAll(async () => {
  app = await startRentalApp({ settings: { privateCalls: true } });
  fleet = await app.as('fleet');
  provider = await startProvider();
  cars = [...(await addCars(app, 12))];
});
afterAll(async () => {
  await provider.close();
  await app.close();
});
beforeEach(() => app.at('2027-02-22 12:00'));
afterEach(async () => {
  await sql`delete from "gpsDevice"`.execute(app.db);
  await sql`update "gpsSetting" set provider = 'builtIn', enabled = 0, url = null, secret = null, tries = 0, error = null, "nextTime" = null, "tryTime" = null`.execute(
    app.db,
  );
});

const NOON = '2027-02-22T05:00:00Z';
const devices = async (query: object = {}): Promise<readonly GpsDevice[]> =>
  accepted(await fleet.get<PageOf<GpsDevice>>('/car/gpsdevice/list', { pageSize: 100, ...query })).data.list;
const device = async (deviceNo: string): Promise<GpsDevice> => (await devices({ deviceNo }))[0]!;
const carMileage = async (id: number): Promise<number> =>
  (await sql<{ mileage: number }>`select mileage from vehicle where id = ${id}`.execute(app.db)).rows[0]!.mileage;
const sync = () => fleet.post<AnswerOf<'POST /car/gpsdevice/sync'>>('/car/gpsdevice/sync', {});

/** Traccar with these last positions, one device each. */
const traccar = (...positions: readonly Record<string, unknown>[]): void =>
  provider.answers(({ path }) => ({
    body:
      path === '/api/devices'
        ? positions.map((_one, index) => ({
            id: index + 1,
            uniqueId: `T-${index + 1}`,
            name: `Van ${index + 1}`,
            phone: '0812345678',
            attributes: {},
          }))
        : positions.map((one, index) => ({
            deviceId: index + 1,
            valid: true,
            fixTime: NOON,
            latitude: 7.95,
            longitude: 98.34,
            speed: 10,
            ...one,
            attributes: { totalDistance: 100_900, ...(one['attributes'] as object | undefined) },
          })),
  }));
async function useTraccar(changes: Record<string, unknown> = {}): Promise<void> {
  accepted(
    await fleet.post('/car/gpsdevice/setting', {
      id: 1,
      provider: 'traccar',
      url: provider.url.replace(/\/$/, ''),
      account: 'fleet@example.com',
      secret: 'geheim',
      ...changes,
    }),
  );
}

describe('devices', () => {
  it('come from the built-in list where no provider is set, and the answer says so', async () => {
    const first = accepted(await sync());
    expect(first.data).toEqual({ added: 24, updated: 0, total: 24, provider: 'builtIn' });
    expect(first.message).toContain('Built-in device list: 24 devices, 24 new');
    app.at('2027-02-22 12:10');
    expect(accepted(await sync()).data).toMatchObject({ added: 0, updated: 24, total: 24 });
    expect(await device('SIM-0001')).toMatchObject({
      ...{ name: 'Tracker 1', wireless: true, state: 'online', bound: 0 },
      sim: expect.stringMatching(/^08\d{8}$/),
      expiryDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect((await devices({ deviceNo: '002' })).map((one) => one.deviceNo)).toEqual(
      ['SIM-0020', 'SIM-0021', 'SIM-0022', 'SIM-0023', 'SIM-0024', 'SIM-0002'].toSorted(),
    );
    expect((await device('SIM-0021')).state).toBe('offline');
    expect((await device('SIM-0022')).state).toBe('never');
    expect(await device('SIM-0023')).toMatchObject({ state: 'fault', fault: 'sea', latitude: null, positionTime: '' });
    expect(await device('SIM-0024')).toMatchObject({ state: 'fault', fault: 'future' });
    expect((await devices({ state: 'fault' })).length).toBe(2);
  });

  it('are bound one a car, with plate, frame and engine number, and unbound again', async () => {
    accepted(await sync());
    const [one, two] = [await device('SIM-0001'), await device('SIM-0002')];
    const [car, other] = cars as [number, number];
    expect((await fleet.post('/car/gpsdevice/bind', { id: one.id, carId: 999_999 })).errors['carId']).toBe(
      'Car not found',
    );
    accepted(await fleet.post('/car/gpsdevice/bind', { id: one.id, carId: car }));
    const bound = await device('SIM-0001');
    expect(bound).toMatchObject({ carId: car, bound: 1 });
    expect(bound.plate && bound.frameNo && bound.engineNo).toBeTruthy();
    expect((await devices({ plate: bound.plate.slice(0, 6), bound: 1 })).map((each) => each.id)).toEqual([one.id]);
    expect(errorOf(await fleet.post('/car/gpsdevice/bind', { id: one.id, carId: other }))).toContain('unbind it first');
    expect(errorOf(await fleet.post('/car/gpsdevice/bind', { id: two.id, carId: car }))).toContain(
      'has the device SIM-0001',
    );
    accepted(await fleet.post('/car/gpsdevice/unbind', { id: one.id }));
    expect(await device('SIM-0001')).toMatchObject({ carId: null, plate: '', frameNo: '', engineNo: '', bound: 0 });
    expect(errorOf(await fleet.post('/car/gpsdevice/unbind', { id: one.id }))).toContain('bound to no vehicle');
    const answers = await Promise.all(
      [one, two].map(({ id }) => fleet.post('/car/gpsdevice/bind', { id, carId: car })),
    );
    expect(answers.filter((each) => each.statusCode === 200)).toHaveLength(1);
  });

  it('stand with the order under way and the papers in the record of the vehicle', async () => {
    accepted(await sync());
    const car = cars[3]!;
    accepted(await fleet.post('/car/gpsdevice/bind', { id: (await device('SIM-0004')).id, carId: car }));
    const ops = await app.as('ops');
    const record = async () => accepted(await ops.get<object>(`/car/info/${car}`)).data;
    expect(await record()).toMatchObject({
      gps: { deviceNo: 'SIM-0004' },
      currentOrder: null,
      insurance: [{ carId: car }],
      inspections: [],
    });
    const orderId = await orderIn(app, ops, 2, car);
    expect(await record()).toMatchObject({ currentOrder: { id: orderId, status: 2 } });
  });

  it('leave a car that leaves the fleet, which gets none any more', async () => {
    accepted(await sync());
    const { id } = await device('SIM-0003');
    const car = cars[2]!;
    accepted(await fleet.post('/car/gpsdevice/bind', { id, carId: car }));
    accepted(await fleet.post('/car/sold', { id: car }));
    expect((await device('SIM-0003')).carId).toBeNull();
    expect(errorOf(await fleet.post('/car/gpsdevice/bind', { id, carId: car }))).toContain('left the fleet');
  });
});

describe('Traccar', () => {
  it('is asked with the account, or with a token, and its positions and kilometres arrive', async () => {
    await useTraccar();
    traccar({ speed: 20 });
    expect(accepted(await sync()).message).toContain('Traccar: 1 devices, 1 new');
    const basic = `Basic ${Buffer.from('fleet@example.com:geheim').toString('base64')}`;
    expect(
      provider.received
        .slice(-2)
        .map(({ path, headers }) => [path, headers.authorization])
        .toSorted(),
    ).toEqual([
      ['/api/devices', basic],
      ['/api/positions', basic],
    ]);
    const { id } = await device('T-1');
    const car = cars[3]!;
    accepted(await fleet.post('/car/gpsdevice/bind', { id, carId: car }));
    accepted(await sync());
    expect(await device('T-1')).toMatchObject({
      latitude: 7.95,
      longitude: 98.34,
      speed: 37,
      mileage: 100,
      positionTime: '2027-02-22 12:00:00',
      state: 'online',
    });
    expect(await carMileage(car)).toBe(10_000);
    app.at('2027-02-22 13:00');
    traccar({ fixTime: '2027-02-22T06:00:00Z', attributes: { odometer: 142_000, totalDistance: 1 } });
    accepted(await sync());
    expect(await carMileage(car)).toBe(10_042);
    accepted(await sync());
    expect(await carMileage(car)).toBe(10_042);
    accepted(await fleet.post(`/car/save`, { id: car, mileage: null }));
    app.at('2027-02-22 14:00');
    traccar({ fixTime: '2027-02-22T07:00:00Z', attributes: { odometer: 150_000, totalDistance: 1 } });
    accepted(await sync());
    expect(await carMileage(car)).toBe(8);
    app.at('2027-02-22 16:00');
    accepted(await sync());
    expect((await device('T-1')).state).toBe('offline');
    await useTraccar({ account: null, secret: 'a-token', offlineMinutes: 180 });
    accepted(await sync());
    expect(provider.received.at(-1)!.headers.authorization).toBe('Bearer a-token');
    expect((await device('T-1')).state).toBe('online');
  });

  it.each([
    ['a position in the sea', 'sea', { latitude: 10.5, longitude: 101.2 }],
    ['kilometres that go back', 'mileageBack', { attributes: { totalDistance: 50_000 } }],
    ['a clock in the future', 'future', { fixTime: '2027-03-22T05:00:00Z' }],
    ['a jump over the country', 'jump', { latitude: 18.78, longitude: 98.98 }],
    ['no place at all', 'badPosition', { latitude: 0, longitude: 0 }],
  ] as const)('with %s changes nothing and is shown', async (_name, fault, lie) => {
    await useTraccar();
    traccar({});
    accepted(await sync());
    const { id } = await device('T-1');
    const car = cars[4]!;
    accepted(await fleet.post('/car/gpsdevice/bind', { id, carId: car }));
    accepted(await sync());
    const [before, mileage] = [await device('T-1'), await carMileage(car)];
    app.at('2027-02-22 12:30');
    traccar({ fixTime: '2027-02-22T05:30:00Z', ...lie });
    accepted(await sync());
    const after = await device('T-1');
    expect(after).toMatchObject({ state: 'fault', fault, faultTime: '2027-02-22 12:30:00' });
    expect(after.reported).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Asia\/Bangkok\) · .* km$/);
    for (const name of ['latitude', 'longitude', 'mileage', 'positionTime'] as const)
      expect([name, after[name]]).toEqual([name, before[name]]);
    expect(await carMileage(car)).toBe(mileage);
    app.at('2027-02-22 12:40');
    traccar({ fixTime: '2027-02-22T05:40:00Z' });
    accepted(await sync());
    expect(await device('T-1')).toMatchObject({ state: 'online', fault: '', reported: '' });
    accepted(await fleet.post('/car/gpsdevice/unbind', { id }));
  });

  it.each([
    ['http 503', 'answered with HTTP 503', { status: 503 }],
    ['answer not understood', 'The answer was not understood', { body: { no: 'list' } }],
    ['http 401', 'answered with HTTP 401', { status: 401 }],
  ] as const)(
    'that answers %s is said in words to have failed, is asked again later, and loses nothing',
    async (reason, words, reply) => {
      await useTraccar({ enabled: 1 });
      traccar({});
      accepted(await sync());
      const before = await devices();
      provider.answers(() => reply);
      const failed = await sync();
      expect(failed).toMatchObject({ http: 200, statusCode: 400 });
      expect(failed.message).toContain(words);
      expect(failed.message).not.toContain(reason);
      expect(await devices()).toEqual(before);
      const setting = accepted(await fleet.get<GpsSetting>('/car/gpsdevice/setting/1')).data;
      expect(setting).toMatchObject({ tries: 1, error: reason, syncTime: '2027-02-22 12:00:00' });
      expect(setting.nextTime > '2027-02-22 12:00:00').toBe(true);
      app.at('2027-02-22 12:05');
      await app.app.background.doNow('gps');
      expect(accepted(await fleet.get<GpsSetting>('/car/gpsdevice/setting/1')).data).toMatchObject({
        tries: 2,
        error: reason,
      });
      traccar({});
      app.at('2027-02-22 12:30');
      await app.app.background.doNow('gps');
      expect(accepted(await fleet.get<GpsSetting>('/car/gpsdevice/setting/1')).data).toMatchObject({
        tries: 0,
        error: '',
        syncTime: '2027-02-22 12:30:00',
      });
      await app.app.background.doNow('gps');
      expect(accepted(await fleet.get<GpsSetting>('/car/gpsdevice/setting/1')).data.nextTime).toBe(
        '2027-02-22 12:35:00',
      );
    },
  );

  it('keeps its secret sealed, unanswered, and for the address that it was entered for', async () => {
    await useTraccar();
    const { rows } = await sql<{ secret: string }>`select secret from "gpsSetting"`.execute(app.db);
    expect(rows[0]!.secret).not.toContain('geheim');
    expect(accepted(await fleet.get<GpsSetting>('/car/gpsdevice/setting/1')).data).not.toHaveProperty('secret');
    accepted(await fleet.post('/car/gpsdevice/setting', { id: 1, syncMinutes: 10 }));
    const moved = await fleet.post('/car/gpsdevice/setting', { id: 1, url: 'https://elsewhere.example.com' });
    expect(moved.errors['secret']).toContain('Enter the secret again');
    expect((await (await app.as('storeManager')).post('/car/gpsdevice/setting', { id: 1, syncMinutes: 10 })).http).toBe(
      403,
    );
    expect((await (await app.as('storeManager')).get('/car/gpsdevice/setting/1')).http).toBe(403);
    const { rows: logs } =
      await sql`select * from "operationLog" where action like '%save%' or module = 'gpsSetting'`.execute(app.db);
    expect(JSON.stringify(logs)).not.toContain('geheim');
  });

  it('is asked by one at a time; who never came back is forgotten', async () => {
    await useTraccar();
    traccar({});
    await sql`update "gpsSetting" set "tryTime" = '2027-02-22T12:00:00+07:00', "nextTime" = null`.execute(app.db);
    expect(errorOf(await sync())).toContain('Another sync is under way');
    app.at('2027-02-22 12:01');
    accepted(await sync());
  });
});
