import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from 'forecourt/server';
import { startTestApp, type Client } from './app.ts';

/**
 * Follows docs/guide to the letter: every block below a file name becomes that file, and every request of a page is made and must be answered
 * as the page says. Two folders deep, as the pages say, so that their imports are right.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const GUIDE = path.join(ROOT, 'docs/guide');
const FOLDER = path.join(ROOT, '.cache/guide');

interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: Record<string, unknown>;
  readonly status: number;
  readonly answer: unknown;
}

/** Files of a page: the names in backticks on a line of their own, and the block that follows. */
function filesOf(page: string): [string, string][] {
  return [...page.matchAll(/^(`[^\n]+`(?:[^\n]*`)?)\n\n```\w+\n(.*?)^```$/gms)].flatMap(([, names, text]) =>
    [...names!.matchAll(/`([^`]+)`/g)].map((name): [string, string] => [name[1]!, text!]),
  );
}

function exchangesOf(page: string): Exchange[] {
  return [...page.matchAll(/^```http\n(.*?)^```$/gms)].flatMap(([, text]) =>
    text!
      .trim()
      .split('\n\n')
      .map((pair): Exchange => {
        const [request = '', answer = ''] = pair.split('\n');
        const [, method, url, body] = /^(GET|POST) (\S+) ?(.*)$/.exec(request)!;
        const [, status, json] = /^(\d{3}) (.*)$/.exec(answer)!;
        return {
          method: method as 'GET' | 'POST',
          url: url!,
          ...(body && { body: JSON.parse(body) as Record<string, unknown> }),
          status: Number(status),
          answer: JSON.parse(json!),
        };
      }),
  );
}

/** Writes the application as it stands after a page into a folder of its own: what one step has loaded, the next must not see. */
async function write(step: number | 'tests', files: ReadonlyMap<string, string>): Promise<string> {
  const folder = `${FOLDER}-${step}`;
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return folder;
}

const load = async (folder: string): Promise<Application> =>
  ((await import(/* @vite-ignore */ path.join(folder, 'src/application.ts'))) as { application: Application })
    .application;

async function clear(): Promise<void> {
  const cache = path.dirname(FOLDER);
  const old = await readdir(cache).catch(() => []);
  for (const name of old.filter((one) => one.startsWith('guide-')))
    await rm(path.join(cache, name), { recursive: true, force: true });
}

async function readPages(): Promise<[string, string][]> {
  const names = (await readdir(GUIDE)).sort();
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => [name, await readFile(path.join(GUIDE, name), 'utf8')]),
  );
}

/** The test file of the last page registers its tests here, about the application as it then is. */
const whole = new Map((await readPages()).flatMap(([, page]) => filesOf(page)));
await import(/* @vite-ignore */ path.join(await write('tests', whole), 'tests/generated.test.ts'));

describe('the guide', () => {
  let pages: [string, string][];
  const files = new Map<string, string>();
  beforeAll(async () => {
    pages = await readPages();
    await clear();
  });
  afterAll(clear);

  it('works page by page, as it is written', async () => {
    expect(pages.length).toBe(9);
    const said: Exchange[] = [];
    for (const [step, [name, page]] of pages.entries()) {
      for (const [file, text] of filesOf(page)) files.set(file, text);
      const folder = await write(step, files);
      const exchanges = exchangesOf(page);
      if (exchanges.length === 0) continue;
      const application = await load(folder);
      const app = await startTestApp({ application });
      try {
        const admin: Client = await app.signIn('admin');
        // A database of its own for each page: what the pages before have made is made again, where it still can be.
        for (const one of said.filter(({ method, status }) => method === 'POST' && status === 201))
          await admin.inject({ method: 'POST', url: one.url, payload: one.body });
        for (const one of exchanges) {
          const answer = await admin.inject({
            method: one.method,
            url: one.url,
            ...(one.body && { payload: one.body }),
          });
          const got = JSON.parse(answer.text) as unknown;
          const list = Array.isArray(one.answer);
          expect({ page: name, status: answer.http }, answer.text).toEqual({ page: name, status: one.status });
          if (list)
            expect(got).toEqual(
              expect.arrayContaining((one.answer as object[]).map((row) => expect.objectContaining(row))),
            );
          else expect(got, `${name}: ${one.url}`).toMatchObject(one.answer as object);
        }
      } finally {
        await app.close();
      }
      said.push(...exchanges);
    }
  }, 120_000);

  it('builds with the component and the page of the last step', async () => {
    for (const [, page] of pages) for (const [file, text] of filesOf(page)) files.set(file, text);
    const folder = await write(pages.length, files);
    await build({
      configFile: path.join(ROOT, 'vite.config.ts'),
      root: folder,
      logLevel: 'error',
      // Which parts of the application there are is asked here: what is in packages, and how small all of it gets, costs more than the rest.
      build: {
        outDir: 'dist/client',
        minify: false,
        reportCompressedSize: false,
        rolldownOptions: { external: [/\/node_modules\//] },
      },
    });
    const chunks = await readdir(path.join(folder, 'dist/client/assets'));
    expect(chunks.filter((file) => /^(Stars|Shelves)-.*\.js$/.test(file))).toHaveLength(2);
  }, 120_000);
});
