import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkApplication } from '../check/checkApplication.ts';
import { linkFramework } from '../application/linkFramework.ts';
import { PACKAGE } from '../application/readApplication.ts';

vi.setConfig({ testTimeout: 60_000 });

let place = '';
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'forecourt-create-'));
});
afterAll(() => rm(place, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly said: string;
}

const forecourt = (words: readonly string[], environment: object = {}, node: readonly string[] = []): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [...node, path.join(PACKAGE, 'bin/forecourt.mjs'), ...words],
      { cwd: place, env: { ...process.env, ...environment } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });

it('makes a manifest and the schemas that are asked for, one after the other, without a mistake', async () => {
  const fields = [
    '--fields',
    'product: name:string! price:money',
    '--fields',
    'sale: productId:ref(product)! at:dateTime',
  ];
  const { code, said } = await forecourt(['create', 'shop', ...fields, '--no-install']);
  expect([code, said]).toEqual([0, expect.stringContaining('cd shop\n  npm install\n  npm start')]);
  expect((await readdir(path.join(place, 'shop/schemas'))).sort()).toEqual(['product.json', 'sale.json']);
  const manifest = JSON.parse(await readFile(path.join(place, 'shop/package.json'), 'utf8')) as Record<string, object>;
  expect(Object.keys(manifest['dependencies']!)).toEqual(['forecourt']);
  expect(await checkApplication(path.join(place, 'shop'))).toEqual([]);
});

it.each(['crm', 'clinic', 'warehouse'])(
  'makes an application without a mistake of the template %s',
  async (template) => {
    const { code } = await forecourt(['create', template, '--template', template, '--no-install']);
    expect(code).toBe(0);
    expect(await readdir(path.join(place, template))).not.toContain('src');
    // As an install would have done.
    await linkFramework(path.join(place, template));
    expect(await checkApplication(path.join(place, template))).toEqual([]);
  },
);

it.each([
  ['a folder with something in it', ['full'], 'full is not empty: name a folder that is not there yet'],
  ['a name that npm refuses', ['My Shop'], 'Choose another folder, such as my-shop'],
  ['the name of a module of Node', ['http'], '"http" cannot be the name of a package'],
  ['a template that there is not', ['a', '--template', 'blnk'], 'did you mean "blank"'],
  ['fields without an entity', ['a', '--fields', 'name:string'], 'say the entity first'],
  [
    'a kind that there is not',
    ['a', '--fields', 'product: name:strng'],
    'there is no kind "strng"; did you mean "string"?',
  ],
  ['an entity of the framework', ['a', '--fields', 'user: name:string'], 'user is an entity of the framework'],
])('refuses %s in a sentence, and writes nothing', async (_what, words, sentence) => {
  await mkdir(path.join(place, 'full/inside'), { recursive: true });
  const before = await readdir(place);
  const { code, said } = await forecourt(['create', ...words, '--no-install']);
  expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
  expect(said).not.toMatch(/^\s+at /m);
  expect(await readdir(place)).toEqual(before);
});

it('says that npm reaches no registry, and leaves nothing behind', async () => {
  const bin = path.join(place, 'bin');
  await mkdir(bin);
  await writeFile(path.join(bin, 'npm'), '#!/bin/sh\necho "npm error code ENOTFOUND" >&2\nexit 1\n');
  await chmod(path.join(bin, 'npm'), 0o755);
  const before = await readdir(place);
  const { code, said } = await forecourt(['create', 'far'], { PATH: `${bin}:${process.env['PATH']}` });
  expect([code, said]).toEqual([2, expect.stringContaining('npm reaches no registry')]);
  expect(await readdir(place)).toEqual(before);
});

it('says on an old Node which one it needs', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } })`;
  const { code, said } = await forecourt(['create', 'old'], {}, [
    '--import',
    `data:text/javascript,${encodeURIComponent(old)}`,
  ]);
  expect([code, said]).toEqual([
    1,
    'forecourt needs Node 20.19 or later, and this is 18.20.0: install a newer one from nodejs.org\n',
  ]);
});
