import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailDeliverer } from '../../packages/forecourt/src/server/mail/index.ts';
import pino from 'pino';
import { createOutbox, LEASE_MS } from '../../packages/forecourt/src/server/outbox/index.ts';
import { createSecretBox } from '../../packages/forecourt/src/server/secrets/index.ts';
import { accountsOf, type Accounts, type NewUser } from './accounts.ts';
import type { Client } from './app.ts';
import { accepted, addCars, book, RENTAL, startRentalApp, type RentalApp } from './rental.ts';
import { startSmtp, type SmtpServer } from './smtpServer.ts';

/** Mail of what users are told (D-SHELL-18), by a mail server of the test's own. */
const PASSWORD = 'hunter2 & co';
const MAIL = {
  host: '127.0.0.1',
  secure: false,
  user: 'desk',
  password: PASSWORD,
  from: 'Forecourt <noreply@example.com>',
  publicUrl: 'https://desk.example.com',
} as const;

let app: RentalApp;
let smtp: SmtpServer;
let manager: Client;
let accounts: Accounts;
let reader: NewUser;
const log: string[] = [];
beforeAll(async () => {
  smtp = await startSmtp();
  app = await startRentalApp({ settings: { mail: { ...MAIL, port: smtp.port } } });
  const admin = await app.as('admin');
  accounts = accountsOf(app, () => admin);
  manager = await app.as('storeManager');
  await addCars(app, 20);
});
afterAll(async () => {
  await app?.close();
  await smtp?.close();
});
let made = 0;
beforeEach(async () => {
  app.at('2027-02-22 12:00');
  log.length = 0;
  smtp.answers = {};
  (smtp.taken as unknown[]).length = 0;
  await sql`delete from "_notice"`.execute(app.db);
  await sql`delete from outbox`.execute(app.db);
  made += 1;
  reader = await accounts.makeUser({
    dataScope: 1,
    storeIds: [RENTAL.phuket],
    roleId: await accounts.roleId('clerk'),
    email: `reader${made}@example.com`,
  });
});

/** Somebody cancels an order, of which the reader is told. */
async function cancelOne(): Promise<string> {
  const id = await book(manager);
  accepted(await manager.post('/order/cancel', { id, reason: 'changed plans' }));
  return accepted(await manager.get<{ orderNo: string }>(`/order/info/${id}`)).data.orderNo;
}
/** What the mail server took for the reader. */
const received = () => smtp.taken.filter(({ to }) => to.includes(`reader${made}@example.com`));
const tell = () => app.app.background.doNow('_notices');
/** Writes what is due; what others are told, readers of the tests before among them, is not looked at. */
async function writeMail(): Promise<void> {
  await app.app.background.doNow('_noticeMail');
  await sql`delete from outbox where recipient <> ${`reader${made}@example.com`}`.execute(app.db);
}
/** All of it, some minutes later. */
async function mailed(time = '2027-02-22 12:04') {
  await tell();
  app.at(time);
  await writeMail();
  await app.app.outbox.deliverDue();
  return received();
}
const messages = async () =>
  (
    await sql<{ id: number; state: string; error: string | null; tries: number; text: string; payload: object }>`
    select * from outbox where channel = 'mail' and recipient = ${`reader${made}@example.com`} order by id`.execute(
      app.db,
    )
  ).rows;

describe('a mail', () => {
  it('tells in one what came within minutes, in the language of its reader, with links and without a person', async () => {
    accepted(await reader.client.get('/account/notifications/unread', {}, { 'accept-language': 'th-TH' }));
    const numbers = [await cancelOne(), await cancelOne()];
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ from: 'noreply@example.com' });
    expect(mail!.headers).toMatchObject({
      from: 'Forecourt <noreply@example.com>',
      subject: expect.stringContaining('การแจ้งเตือน 2 รายการ'),
      'auto-submitted': 'auto-generated',
    });
    for (const orderNo of numbers) expect(mail!.content).toContain(`การจอง ${orderNo} ถูกยกเลิก`);
    expect(mail!.content).toMatch(/<a href="https:\/\/desk\.example\.com\/order\/detail\/\d+">/);
    expect(mail!.content).toContain('https://desk.example.com/account/settings/notification');
    expect(mail!.content).toContain('<html lang="th-TH">');
    expect(mail!.content).not.toMatch(/张三丰|138\d{8}|%\{/);
    expect(smtp.said).toContain(`AUTH \0desk\0${PASSWORD}`);
  });

  it('waits some minutes for more, is not sent of what was read meanwhile, and never again', async () => {
    await cancelOne();
    expect(await mailed('2027-02-22 12:02')).toEqual([]);
    const { data } = accepted(await reader.client.get<{ list: { id: number }[] }>('/account/notifications'));
    accepted(await reader.client.post('/account/notifications/read', { ids: data.list.map(({ id }) => id) }));
    expect(await mailed()).toEqual([]);
    await cancelOne();
    app.at('2027-02-22 13:00');
    expect(await mailed('2027-02-22 13:04')).toHaveLength(1);
    await Promise.all([writeMail(), writeMail(), writeMail()]);
    expect(await mailed('2027-02-22 13:30')).toHaveLength(1);
    expect(await messages()).toHaveLength(1);
  });

  it('goes to nobody who has switched it off, has no address, or may not know of it any more', async () => {
    const off = accepted(await reader.client.post('/account/notifications/mail/save', { switches: { orders: false } }));
    expect(off.message).toBe('Saved successfully');
    expect(accepted(await reader.client.get('/account/notifications/mail')).data).toEqual({
      ready: true,
      switches: { orders: false, upkeep: true, documents: true, system: true },
    });
    await cancelOne();
    expect(await mailed()).toEqual([]);
    // The bell has it all the same, and the other switches are as they were.
    expect(accepted(await reader.client.get<{ unread: number }>('/account/notifications/unread')).data.unread).toBe(1);
    accepted(await reader.client.post('/account/settings/save', { notification: { upkeep: false } }));
    expect(accepted(await reader.client.get('/account/notifications/mail')).data).toMatchObject({
      switches: { orders: false },
    });
    accepted(await reader.client.post('/account/notifications/mail/save', { switches: { orders: true } }));
    app.at('2027-02-22 14:00');
    await cancelOne();
    await tell();
    await sql`update "user" set "storeIds" = array[${RENTAL.chiangMai}::bigint] where id = ${reader.id}`.execute(
      app.db,
    );
    expect(await mailed('2027-02-22 14:04')).toEqual([]);
    await sql`update "user" set "storeIds" = array[${RENTAL.phuket}::bigint], email = null where id = ${reader.id}`.execute(
      app.db,
    );
    app.at('2027-02-22 15:00');
    await cancelOne();
    expect(await mailed('2027-02-22 15:04')).toEqual([]);
    expect(await messages()).toEqual([]);
  });
});

describe('a mail server', () => {
  /** The outbox as it sends mail, with a log that is kept, and short patience. */
  function outbox(changes: Partial<typeof MAIL> & { readonly port?: number } = {}, pool = app.pool) {
    const stream = new Writable({ write: (chunk, _encoding, done) => (log.push(String(chunk)), done()) });
    return createOutbox({
      pool,
      db: app.db,
      model: app.app.data.model,
      deliverers: { mail: createMailDeliverer({ ...MAIL, port: smtp.port, ...changes }, 200) },
      secrets: createSecretBox([Buffer.alloc(32, 1)]),
      setting: () => undefined,
      allowPrivate: false,
      log: pino({ level: 'trace' }, stream),
      clock: () => app.now(),
    });
  }
  async function queued() {
    await cancelOne();
    await tell();
    app.at('2027-02-22 12:04');
    await writeMail();
  }

  it.each([
    ['that is away', { port: 1 }, {}, { state: 'queued', error: 'unreachable' }],
    ['that says nothing', {}, { hello: null }, { state: 'queued', error: 'timeout' }],
    ['that falls silent in the middle', {}, { '.': null }, { state: 'queued', error: 'timeout' }],
    ['that is busy', {}, { MAIL: '451 later' }, { state: 'queued', error: 'smtp 451' }],
    ['that wants another password', {}, { AUTH: '535 no' }, { state: 'queued', error: 'smtp sign-in refused' }],
    ['that does not know the recipient', {}, { RCPT: '550 nobody here' }, { state: 'failed', error: 'smtp 550' }],
    ['that does not take the mail', {}, { '.': '554 spam' }, { state: 'failed', error: 'smtp 554' }],
  ])('%s: the message waits or is given up, and the log tells no secret', async (_what, changes, answers, outcome) => {
    await queued();
    smtp.answers = answers;
    await outbox(changes as never).deliverDue();
    expect(await messages()).toEqual([expect.objectContaining({ ...outcome, tries: 1 })]);
    expect(log.join('')).toContain('"channel":"mail"');
    for (const secret of [PASSWORD, `reader${made}@example.com`, 'nobody here'])
      expect(log.join('')).not.toContain(secret);
  });

  it('never gets a password in the open from another machine', async () => {
    await queued();
    (smtp.said as unknown[]).length = 0;
    smtp.answers = { STARTTLS: '502 not here' };
    // This machine, by an address that nobody takes for it.
    await outbox({ host: '0.0.0.0' as never }).deliverDue();
    expect(await messages()).toEqual([expect.objectContaining({ state: 'queued', error: 'smtp without tls' })]);
    expect(smtp.said.filter((line) => line.includes(PASSWORD))).toEqual([]);
  });

  it('that took a mail before we died gets it again with the same id: at least once', async () => {
    await queued();
    const dying = new Proxy(app.pool, {
      get(pool, name) {
        if (name !== 'query') return Reflect.get(pool, name) as unknown;
        return (query: { name?: string; text: string; values: unknown[] }) =>
          query.name === 'outbox-settle' ? Promise.reject(new Error('killed')) : pool.query(query);
      },
    });
    await expect(outbox({}, dying).deliverDue()).rejects.toThrow('killed');
    app.at('2027-02-22 12:06');
    expect(LEASE_MS).toBeLessThan(120_000);
    await outbox().deliverDue();
    const ids = received().map(({ headers }) => headers['message-id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    expect(await messages()).toEqual([expect.objectContaining({ state: 'sent', tries: 2 })]);
  });
});

it('without a mail server the switches say so, and nothing is written', async () => {
  const bare = await startRentalApp();
  const clerk = await bare.as('clerk');
  expect(accepted(await clerk.get('/account/notifications/mail')).data).toMatchObject({ ready: false });
  await bare.close();
});
