import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from './app.ts';
import { newUser } from './ownUsers.ts';
import { png, upload } from './upload.ts';

let test: TestApp;
let clerk: Client;
beforeAll(async () => {
  test = await startTestApp({ settings: { uploadQuotaMb: 1 } });
  clerk = await test.as('clerk');
});
afterAll(() => test.close());

/** A day goes by for every upload, and the sweep comes. */
async function nextDay(): Promise<void> {
  await sql`update "_file" set "createTime" = "createTime" - interval '25 hours'`.execute(test.db);
  await test.app.background.doNow('_unusedFiles');
}

const isKnown = async (name: string): Promise<boolean> =>
  (await sql`select from "_file" where name = ${name}`.execute(test.db)).rows.length === 1;

const avatar = async (name: string): Promise<unknown> =>
  (await clerk.post('/account/settings/save', { avatar: name })).statusCode;

describe('an uploaded file', () => {
  it('that nothing names goes after a day, not before', async () => {
    const name = await upload(clerk);
    await test.app.background.doNow('_unusedFiles');
    expect(await isKnown(name)).toBe(true);
    await nextDay();
    expect(await isKnown(name)).toBe(false);
    const removed = await sql`select from "_removedFile" where name = ${name}`.execute(test.db);
    expect(removed.rows).toHaveLength(1);
  });

  it('that a record names stays, also when the record names another one later', async () => {
    const [first, second] = [await upload(clerk), await upload(clerk)];
    expect(await avatar(first)).toBe(200);
    expect(await avatar(second)).toBe(200);
    await nextDay();
    expect([await isKnown(first), await isKnown(second)]).toEqual([true, true]);
  });

  it('that the server made itself, or an earlier version stored, stays', async () => {
    const name = 'a'.repeat(32);
    await sql`insert into "_file" (name, "mimeType", size, "userId") values (${name}, 'image/png', 8, 1)`.execute(
      test.db,
    );
    await nextDay();
    expect(await isKnown(name)).toBe(true);
  });
});

interface Property {
  readonly 'x-widget'?: string;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly items?: Property;
}

const holdsFile = (property: Property): boolean =>
  ['image', 'images', 'file', 'files'].includes(property['x-widget'] ?? '') ||
  Object.values(property.properties ?? {}).some(holdsFile) ||
  (property.items !== undefined && holdsFile(property.items));

/** Every table and property that can name a file, as the schemas of the product say it. */
function holders(): (readonly [table: string, property: string])[] {
  const folders = ['schemas', 'schemas/internal', 'packages/forecourt/src/platform/schemas'];
  const found = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => {
        const schema = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Property;
        if ('x-view' in schema) return [];
        return Object.entries(schema.properties ?? {})
          .filter(([, property]) => holdsFile(property))
          .map(([property]) => `${path.basename(file, '.json')} ${property}`);
      }),
  );
  return [...new Set(found)].map((one) => one.split(' ') as [string, string]);
}

describe('a file that is named in', () => {
  it.each(holders())('%s.%s is noticed', async (table, property) => {
    const { rows } = await sql<{ arguments: string }>`
      select encode(tgargs, 'escape') as arguments from pg_trigger where tgrelid = ${`"${table}"`}::regclass and tgname = '_filesNamed'
    `.execute(test.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.arguments.split(/\\000/)).toContain(property);
  });

  it('a list or a document is found by its name alone', async () => {
    const [listed, nested, other] = [await upload(clerk), await upload(clerk), await upload(clerk)];
    await sql
      .raw(`create table noted (pictures text[], lines jsonb, remark text);
      create trigger "_filesNamed" after insert or update on noted for each row execute function "_filesNamed"('pictures', 'lines')`)
      .execute(test.db);
    await sql`
      insert into noted values (array[${listed}::text], ${JSON.stringify([{ image: nested }])}::jsonb, ${other})
    `.execute(test.db);
    await nextDay();
    expect([await isKnown(listed), await isKnown(nested), await isKnown(other)]).toEqual([true, true, false]);
  });
});

describe('the room of one user', () => {
  it('is full with files that nothing names, and free again once they are saved', async () => {
    const user = await newUser(test);
    const client = await test.signIn(user.username);
    const name = await upload(client);
    await sql`update "_file" set size = 1024 * 1024 where name = ${name}`.execute(test.db);
    const refused = await client.post('/basics/file/uploads', { fileName: 'a.mp4', mimeType: 'video/mp4', size: 1 });
    expect(refused).toMatchObject({
      statusCode: 400,
      message:
        'You have uploaded too many files that nothing uses yet (at most 1 MB). Save what they belong to, or try again tomorrow.',
    });
    await expect(upload(client)).rejects.toThrow();
    expect(
      (await clerk.post('/basics/file/uploads', { fileName: 'a.mp4', mimeType: 'video/mp4', size: 1 })).statusCode,
    ).toBe(200);
    expect((await client.post('/account/settings/save', { avatar: name })).statusCode).toBe(200);
    await upload(client, { content: await png() });
  });

  it('counts what was begun in pieces', async () => {
    const client = await test.signIn((await newUser(test)).username);
    const begin = (size: number) =>
      client.post('/basics/file/uploads', { fileName: 'a.mp4', mimeType: 'video/mp4', size });
    expect((await begin(1024 * 1024)).statusCode).toBe(200);
    expect((await begin(1)).statusCode).toBe(400);
  });
});
