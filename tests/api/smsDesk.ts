import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Answer, Client } from './app.ts';
import { accepted, addCars, RENTAL, startRentalApp, type RentalApp } from './rental.ts';
import { startProvider, type FakeProvider } from './smsProviders.ts';

export const SECRET = 'a-very-secret-key';
export const SUPPLIER = {
  name: 'Phuket Cars',
  type: 1,
  contact: 'Somsri',
  phone: '+6676123456',
  email: 'office@example.com',
  address: '1 Beach Road',
  taxId: '0105512345678',
  bankName: 'KBANK',
  accountName: 'Phuket Cars',
  accountNo: '123-4-56789-0',
  status: 1,
};

export const base = { enabled: 1, type: 'outbox', accessKey: 'key-1', secret: SECRET };

export interface OutboxRow {
  readonly id: number;
  readonly state: string;
  readonly topic: string;
  readonly text: string;
  readonly provider: string | null;
  readonly reference: string | null;
  readonly error: string | null;
  readonly tries: number;
  readonly key: string;
}

export interface SmsDesk {
  readonly app: RentalApp;
  readonly ops: Client;
  /** What every message goes to that leaves the house. */
  readonly provider: FakeProvider;
  /** The supplier of the store in Phuket. */
  readonly supplierId: number;
  saveSettings(values?: Record<string, unknown>): Promise<Answer<unknown>>;
  settings(): Promise<unknown>;
  outbox(): Promise<readonly OutboxRow[]>;
  /** The same after everything that is due went out. */
  delivered(): Promise<readonly OutboxRow[]>;
}

/** The rental company with a supplier and a provider of messages, for the tests of one file; each begins without settings and messages. */
export function openSmsDesk(): SmsDesk {
  const desk = {} as { -readonly [Name in 'app' | 'ops' | 'provider' | 'supplierId']: SmsDesk[Name] };
  beforeAll(async () => {
    desk.provider = await startProvider();
    const { url } = desk.provider;
    desk.app = await startRentalApp({
      settings: { privateCalls: true, own: { APP_SMS_ALIYUN_URL: url, APP_SMS_TENCENT_URL: url } },
    });
    desk.ops = await desk.app.as('ops');
    await addCars(desk.app, 60);
    desk.supplierId = accepted(await desk.ops.post<{ id: number }>('/supplier/save', SUPPLIER)).data.id;
    await sql`update store set "supplierId" = ${desk.supplierId} where id = ${RENTAL.phuket}`.execute(desk.app.db);
  });
  afterAll(async () => {
    await desk.app?.close();
    await desk.provider?.close();
  });
  beforeEach(async () => {
    desk.provider.received.splice(0);
    desk.provider.answers(() => ({}));
    desk.app.at('2027-02-22 12:00');
    await sql`delete from outbox`.execute(desk.app.db);
    await sql`delete from "smsSetting"`.execute(desk.app.db);
  });
  const outbox = async (): Promise<readonly OutboxRow[]> =>
    (await sql<OutboxRow>`select * from outbox order by id`.execute(desk.app.db)).rows;
  return {
    get app() {
      return desk.app;
    },
    get ops() {
      return desk.ops;
    },
    get provider() {
      return desk.provider;
    },
    get supplierId() {
      return desk.supplierId;
    },
    saveSettings: (values = {}) =>
      desk.ops.post('/supplier/savesmsseting', { supplierId: desk.supplierId, ...base, ...values }),
    settings: async () => accepted(await desk.ops.get(`/supplier/smsseting/${desk.supplierId}`)).data,
    outbox,
    async delivered() {
      await desk.app.app.outbox.deliverDue();
      return outbox();
    },
  };
}
