import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntitySchema } from 'forecourt/model';
import { defineApplication } from 'forecourt/server';
import locale from '../../examples/video-rental/locale.json' with { type: 'json' };
import texts from '../../examples/video-rental/i18n/zh-CN.json' with { type: 'json' };
import { PASSWORD, runApplication, type Client, type RunningApplication } from '../application.ts';
import { allKeys, People } from '../../packages/forecourt/generated/people.ts';
import { uploadPicture } from '../../packages/forecourt/generated/ways.ts';

/** Ways to rows outside their rules (`x-rows`) that lead through another record: a file of a part, an account of somebody else. */
const note: EntitySchema = {
  type: 'object',
  'x-rows': { own: { where: { properties: { userId: { const: '$user' } } }, except: 'seeAll' } },
  properties: { userId: { type: 'integer', 'x-ref': { resource: 'user' } } },
};
const patient: EntitySchema = { type: 'object', properties: { name: { type: 'string' } } };
const scan: EntitySchema = {
  type: 'object',
  'x-internal': true,
  'x-rows': { open: { where: { not: { properties: { secret: { const: true } } } }, except: 'seeAll' } },
  properties: {
    patientId: { type: 'integer', 'x-ref': { resource: 'patient' } },
    picture: { type: 'string', 'x-widget': 'image', 'x-private': 'patientId' },
    secret: { type: 'boolean' },
  },
};
const application = defineApplication({
  schemas: { 'schemas/note.json': note, 'schemas/patient.json': patient, 'schemas/internal/scan.json': scan },
  locale,
  texts: { 'zh-CN': texts, 'en-US': texts, 'th-TH': texts },
});

let running: RunningApplication;
let people: People;
beforeAll(async () => {
  running = await runApplication(application);
  people = new People(running, application.model);
});
afterAll(() => running?.close());

interface Somebody {
  readonly client: Client;
  readonly id: number;
}

async function somebody(client: Promise<Client>): Promise<Somebody> {
  const made = await client;
  const { rows } = await sql<{ id: number }>`select max(id) as id from "user"`.execute(running.db);
  return { client: made, id: rows[0]!.id };
}
const keys = (): string[] => [...allKeys(application.model)].filter((key) => !key.endsWith('-seeAll'));
const bound = (): Promise<Somebody> => somebody(people.bound(keys()));

test('a private file of a part that is outside is read by nobody whom the rule binds', async () => {
  const admin = await running.signIn('admin');
  const { client } = await bound();
  const made = await sql<{ id: number }>`
    insert into patient (name, "createTime", "updateTime") values ('Anna', now(), now()) returning id
  `.execute(running.db);
  const { id } = made.rows[0]!;
  const opened = async (by: Client, secret: boolean): Promise<number> => {
    const file = await uploadPicture(admin);
    await sql`
      insert into scan ("patientId", picture, secret, "createTime", "updateTime") values (${id}, ${file}, ${secret}, now(), now())
    `.execute(running.db);
    return (await by.inject({ method: 'GET', url: `/api/resources/patient/${id}/files/scan/picture/${file}` })).http;
  };
  expect(await opened(client, false)).toBe(200);
  expect(await opened(client, true)).toBe(404);
  expect(await opened(admin, true)).toBe(200);
});

describe('whoever is shown only his or her own rows', () => {
  const inDays = (days: number): string =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  let made = 0;
  const CALLS = {
    'an API key': ['/system/apikey/save', () => ({ readsOnly: true, expireTime: inDays(30) })],
    'a webhook': ['/system/webhook/save', () => ({ url: 'https://example.com/hook', resource: 'note' })],
  } as const;

  test.each(Object.entries(CALLS))('makes %s for nobody else', async (_what, [path, values]) => {
    const [anna, ben] = [await bound(), await bound()];
    const boss = await somebody(people.with(keys()));
    const save = async ({ client }: Somebody, { id: userId }: Somebody): Promise<number> => {
      await client.post('/admin/user/prove', { pwd: PASSWORD });
      const { http, statusCode } = await client.post(path, { ...values(), name: `For ${++made}`, userId });
      return statusCode || http;
    };
    expect(await save(anna, ben)).toBe(403);
    expect(await save(anna, anna)).toBe(200);
    expect(await save(boss, ben)).toBe(200);
  });
});
