import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import { oldHeaders, signedHeaders } from '../signing.ts';
import type { Answer, Client } from './app.ts';
import { SECRET, startChannels, type Simulator } from './channelSimulator.ts';
import { accepted, startRentalApp, type RentalApp } from './rental.ts';
import { sampleInput } from './samples.ts';
import { TEST_COMMANDS } from './testCommands.ts';

interface Properties {
  readonly properties?: Readonly<Record<string, unknown>>;
}

let app: RentalApp;
let admin: Client;
let fliggy: Simulator;
let zuzuche: Simulator;
beforeAll(async () => {
  app = await startRentalApp({ commands: TEST_COMMANDS });
  admin = await app.as('admin');
  ({ fliggy, zuzuche } = await startChannels(app));
});
afterAll(() => app?.close());

const signedCalls = application.module.commands!.filter(({ permission }) => permission === 'signed');
const propertiesOf = (input: object): string[] => Object.keys((input as Properties).properties ?? {});
const now = (): number => Math.floor(app.now() / 1000);
const send = (
  url: string,
  payload: string,
  headers: Readonly<Record<string, string>>,
  method: 'POST' | 'PUT' = 'POST',
) => app.nobody.inject({ method, url, payload, headers }) as Promise<Answer<unknown>>;
const messages = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from "channelMessage"`.execute(app.db)).rows[0]!.n;

describe.each(signedCalls.map((call) => [call.path, call] as const))('the signed call %s', (path, call) => {
  const url = `/api${path}`;
  const signed = () => {
    const body = JSON.stringify(sampleInput(call));
    return { body, headers: signedHeaders({ secret: SECRET, path: url, body, time: now() }) };
  };

  it('is refused with any query, whatever property it names', async () => {
    const { body, headers } = signed();
    const before = await messages();
    for (const name of [...propertiesOf(call.input), 'anything']) {
      const answer = await send(`${url}?${name}=x`, body, headers);
      expect([name, answer.http]).toEqual([name, 401]);
      // Also where the query is signed together with the path.
      const whole = signedHeaders({ secret: SECRET, path: `${url}?${name}=x`, body, time: now() });
      expect(Object.keys((await send(`${url}?${name}=x`, body, whole)).errors)).toEqual(['query']);
    }
    expect(await messages()).toBe(before);
  });

  it('takes its signature for no other path, method or spelling', async () => {
    const { body, headers } = signed();
    for (const other of signedCalls.filter((each) => each !== call))
      expect((await send(`/api${other.path}`, body, headers)).http).toBe(401);
    expect((await send(url.replace('inbound', '%69nbound'), body, headers)).http).toBe(401);
    const put = signedHeaders({ secret: SECRET, method: 'PUT', path: url, body, time: now() });
    expect((await send(url, body, put)).http).toBe(401);
  });

  it('refuses the old form with any query even where it is accepted', async () => {
    await sql`update "channelSetting" set "oldSignature" = 1`.execute(app.db);
    const body = JSON.stringify(sampleInput(call));
    const headers = oldHeaders({ secret: SECRET, body, time: now() });
    for (const name of propertiesOf(call.input))
      expect(Object.keys((await send(`${url}?${name}=x`, body, headers)).errors)).toEqual(['query']);
    await sql`update "channelSetting" set "oldSignature" = 0`.execute(app.db);
    expect((await send(url, body, headers)).http).toBe(401);
  });
});

it('a captured message cannot cancel another order through the query', async () => {
  accepted(await zuzuche.send({ kind: 'create', orderNo: 'ZZ-victim' }));
  const captured = { kind: 'cancel', orderNo: 'ZZ-unknown' } as const;
  await sql`update "channelSetting" set "oldSignature" = 1`.execute(app.db);
  const to = `/api${zuzuche.path}?notify_id=x&event=order.cancelled&order_no=ZZ-victim`;
  for (const old of [true, false]) expect((await zuzuche.send(captured, { to, old })).statusCode).not.toBe(200);
  await sql`update "channelSetting" set "oldSignature" = 0`.execute(app.db);
  const { rows } = await sql<{ status: number }>`
    select status from "order" where "channelOrderNo" = 'ZZ-victim'`.execute(app.db);
  expect(rows).toEqual([{ status: 1 }]);
});

it('the old form is taken where the channel is set so, and nowhere else', async () => {
  const send = () => fliggy.send({ kind: 'cancel', orderNo: 'F-old' }, { old: true });
  expect((await send()).http).toBe(401);
  const { data } = accepted(await admin.get<{ list: { id: number; channel: number }[] }>('/channels/setting/list'));
  const { id } = data.list.find(({ channel }) => channel === fliggy.code)!;
  accepted(await admin.post('/channels/setting/save', { id, oldSignature: 1 }));
  expect((await send()).http).toBe(200);
  accepted(await admin.post('/channels/setting/save', { id, oldSignature: 0 }));
  expect((await send()).http).toBe(401);
});

it('a parameter of the path is signed, and the old form is never taken there', async () => {
  const [body, time] = ['{}', now()];
  const headers = signedHeaders({ secret: 'known to two', path: '/api/test/signed/a', body, time });
  expect(await send('/api/test/signed/a', body, headers)).toMatchObject({ http: 200, data: { channel: 'a' } });
  expect((await send('/api/test/signed/b', body, headers)).http).toBe(401);
  expect((await send('/api/test/signed/a', body, oldHeaders({ secret: 'known to two', body, time }))).http).toBe(401);
});

it('signs the example of docs/channels.md as it says', async () => {
  const text = await readFile('docs/channels.md', 'utf8');
  const body = /^body='(.+)'$/m.exec(text)![1]!;
  const [path, secret] = ['/api/channels/inbound/zuzuche', 'a secret of an example'];
  const headers = signedHeaders({ secret, path, body, time: 1_770_000_000 });
  expect(text).toContain(`\`${headers['x-signature']}\``);
});

describe('a property that is given twice', () => {
  const writing = application.module.commands!.filter(
    ({ method, permission }) => method !== 'GET' && permission !== 'signed',
  );
  const cases = writing.flatMap((call) =>
    propertiesOf(call.input).length === 0 ? [] : [[`${call.method} ${call.path}`, call] as const],
  );

  it.each(cases)('is refused: %s', async (_name, { method, path, input }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    const url = `/api${path.replace(/\{\w+\}/g, '999999999')}`;
    const payload = Object.fromEntries(propertiesOf(input).map((name) => [name, '1']));
    const query = propertiesOf(input).filter((name) => !inPath.includes(name));
    const asked = query.length > 0 ? `${url}?${query.map((name) => `${name}=1`).join('&')}` : url;
    const answer = await admin.inject({ method: method as 'POST', url: asked, payload });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.errors).toSorted()).toEqual(propertiesOf(input).toSorted());
    expect(new Set(Object.values(answer.errors))).toEqual(new Set(['Given twice: once is enough']));
  });

  it('is refused where path and query have it', async () => {
    const { errors } = await admin.get('/test/echo/7?id=8');
    expect(errors).toEqual({ id: 'Given twice: once is enough' });
  });
});
