import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildApplication } from './serverBuild.ts';

const FILES = {
  'forecourt.config.ts': `
    const pay = (config) => ({
      ...config,
      codes: { ...config.codes, way: [{ code: 'cash' }] },
      server: { pay: new URL('./pay.ts', import.meta.url).href },
    });
    export default { plugins: [pay] };`,
  'pay.ts': `
    import { refuse } from 'forecourt/server';
    export const module = { hooks: { product: { beforeSave: async () => { throw refuse('not paid'); } } } };`,
  'locale.json': '{ "currency": "EUR", "zone": "UTC", "languages": [{ "code": "en-US", "name": "English" }] }',
  'src/application.ts': `
    import { defineApplication } from 'forecourt/server';
    import locale from '../locale.json';
    export const application = defineApplication({ schemas: {}, locale, texts: { 'en-US': {} } });`,
};

it('serves start files of an application with what its plug-ins add, and with one framework', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'forecourt-dev-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [file, content] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), content);
  }
  const outDir = path.join(root, '.cache/dev');
  await buildApplication(root, outDir);
  const files = (await readdir(outDir)).filter((file) => file.endsWith('.js'));
  const built = (await Promise.all(files.map((file) => readFile(path.join(outDir, file), 'utf8')))).join('\n');
  expect(built).toContain('not paid');
  expect(built).toMatch(/code: "cash"|"code":\s*"cash"/);
  const imported = [...built.matchAll(/^(?:import|export)\s[^'"]*['"]([^'"]+)['"]/gm)].map(([, from]) => from!);
  expect(new Set(imported.map((from) => path.basename(from)))).toEqual(
    new Set(['framework-server.js', 'framework-locale.js']),
  );
}, 120_000);
