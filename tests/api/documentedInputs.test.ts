import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from './app.ts';
import documented from './documentedInputs.json';
import { startRentalApp, type RentalApp } from './rental.ts';
import { pathOf, routesOf } from './routes.ts';

interface Documented {
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly fields: readonly string[];
}

const calls: readonly Documented[] = Object.entries(documented as Record<string, readonly string[]>).map(
  ([call, fields]) => {
    const [method = '', path = ''] = call.split(' ');
    return { call, method, path, fields };
  },
);

let app: RentalApp;
let admin: Client;
beforeAll(async () => {
  app = await startRentalApp();
  admin = await app.as('admin');
});
afterAll(() => app?.close());

/** Braces with their names left out: `/order/info/{}`. */
const shape = (call: string): string => call.replace(/\{\w+\}/g, '{}');

test('every documented call is there', () => {
  const served = new Set(routesOf(app.app).map(({ method, url }) => shape(`${method} ${pathOf(url)}`)));
  const missing = calls.filter(({ call }) => !served.has(shape(call))).map(({ call }) => call);
  expect(missing).toEqual([]);
});

describe('every documented input is known to its call', () => {
  /** No value fits a field of a change, so that the call is refused and says of each field what it thinks of it. */
  async function refusals({ method, path, fields }: Documented): Promise<Readonly<Record<string, string>>> {
    const address = path.replace(/\{\w+\}/g, '999999');
    const given = fields.filter((field) => !path.includes(`{${field}}`));
    if (method === 'GET')
      return (await admin.get(address, Object.fromEntries(given.map((name) => [name, 'x'])))).errors;
    return (await admin.post(address, Object.fromEntries(given.map((name) => [name, { no: ['such', 'value'] }]))))
      .errors;
  }

  test.each(calls.filter(({ fields }) => fields.length > 0))('$call', async (one) => {
    const errors = await refusals(one);
    const refused = one.fields.filter((field) =>
      /^(Unknown field|This field cannot be changed)/.test(errors[field] ?? ''),
    );
    expect(refused).toEqual([]);
  });
});
