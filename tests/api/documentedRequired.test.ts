import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { application } from '../../src/application.ts';
import documented from '../unit/documentedScreens.json';
import type { Client } from './app.ts';
import { accepted, book, startRentalApp, type RentalApp } from './rental.ts';

/** What a record says of itself already, where it decides what else it must say. */
const BEGUN: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  institution: [{}, { type: 2 }],
  deliveryFee: [{}, { kind: 1 }],
  menu: [{}, { type: 2 }],
  violation: [{}, { time: '2026-01-05 10:00:00', behavior: 'Speeding', location: 'Phuket', points: 0, fine: 100 }],
  user: [{ dataScope: 1 }, {}],
};

/** Saved by a call of their own. */
const BY_COMMAND: Readonly<Record<string, string>> = { order: '/order/save' };

interface Needed {
  readonly of: string;
  readonly save: string;
  readonly names: readonly string[];
}

const needed: readonly Needed[] = Object.entries(documented as Record<string, { readonly required?: string }>).flatMap(
  ([of, { required }]): Needed[] => {
    const save = application.model.resources.get(of)!.api.save ?? BY_COMMAND[of];
    return save && required ? [{ of, save, names: required.split(' ') }] : [];
  },
);

let app: RentalApp;
let admin: Client;
beforeAll(async () => {
  app = await startRentalApp();
  admin = await app.as('admin');
});

/** What belongs to another record names it. */
async function begun(of: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (of === 'refund') return [{}, { orderId: await book(admin), reason: 'Paid twice' }];
  if (of !== 'smsSetting') return BEGUN[of] ?? [{}];
  const told = { name: 'Parts', type: 1, contact: 'Malee', phone: '+66 76 123456', email: 'parts@example.com' };
  const books = { taxId: 'T1', bankName: 'KBANK', accountName: 'Parts', accountNo: '12345678' };
  const supplier = { ...told, ...books, address: 'Phuket', status: 1 };
  return [{ supplierId: accepted(await admin.post<{ id: number }>('/supplier/save', supplier)).data.id }];
}
afterAll(() => app?.close());

describe.each(needed)('$of', ({ of, save, names }) => {
  let refused: readonly Readonly<Record<string, string>>[];
  beforeAll(async () => {
    const answers = await Promise.all((await begun(of)).map((one) => admin.post(save, one)));
    refused = answers.map(({ errors }) => errors ?? {});
  });

  test.each(names.map((name) => [of, name] as const))('%s is not saved without %s', (_of, name) => {
    expect(refused.flatMap((errors) => Object.keys(errors))).toContain(name);
  });
});
