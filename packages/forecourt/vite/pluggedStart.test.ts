import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runnerImport } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import type { Application } from '../src/server/index.ts';
import { pluggedStart } from './pluggedStart.ts';

const FILES = {
  'forecourt.config.ts': `
    const pay = (config) => ({
      ...config,
      schemas: { ...config.schemas, payment: { type: 'object', properties: { amount: { type: 'number' } } } },
      codes: { ...config.codes, way: [{ code: 'cash' }] },
      texts: { 'en-US': { pay: { done: 'Paid', due: 'Due' } } },
      server: { pay: new URL('./pay.ts', import.meta.url).href },
      components: { PayButton: new URL('./PayButton.tsx', import.meta.url).href },
      settings: { PAY_KEY: 'opens the account' },
    });
    export default { plugins: [pay] };`,
  'pay.ts': `export const module = { hooks: { payment: { beforeSave: async () => undefined } } };`,
  'PayButton.tsx': `export default function PayButton() { return 'pay'; }`,
  'src/application.ts': `
    import { defineApplication } from 'forecourt/server';
    export const application = defineApplication({
      schemas: { 'schemas/product.json': { type: 'object', properties: { name: { type: 'string' } } } },
      locale: { currency: 'EUR', zone: 'UTC', languages: [{ code: 'en-US', name: 'English' }] },
      texts: { 'en-US': { pay: { due: 'To be paid' } } },
      codes: { size: [{ code: 'small' }] },
    });`,
  'src/app.ts': `export const application = { codes: { size: [{ code: 'small' }] }, scopeEntity: 'shop' };`,
};

/** A folder with start files of its own and a plug-in. */
async function ownStart(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'forecourt-plugged-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [file, content] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), content);
  }
  return root;
}

it('lays what plug-ins add below the application that a folder defines itself', async () => {
  const root = await ownStart();
  const { module } = await runnerImport<{ readonly application: Application }>(path.join(root, 'src/application.ts'), {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [pluggedStart()],
  });
  const { model, messages, needs, module: code } = module.application;
  expect([...model.resources.keys()]).toEqual(expect.arrayContaining(['product', 'payment', 'user']));
  expect(model.codes).toMatchObject({ way: [{ code: 'cash' }], size: [{ code: 'small' }] });
  expect(messages['en-US']).toMatchObject({ pay: { done: 'Paid', due: 'To be paid' } });
  expect(needs).toEqual({ PAY_KEY: 'opens the account' });
  expect(code.hooks).toHaveProperty('payment');
}, 120_000);

it('gives the browser part components and codes of plug-ins, below its own', async () => {
  const root = await ownStart();
  const plugin = pluggedStart() as unknown as {
    configResolved(config: { readonly root: string }): void;
    resolveId(asked: string, importer: string): string | null;
    load(id: string): Promise<string | null>;
  };
  plugin.configResolved({ root });
  const app = await plugin.load(plugin.resolveId('./app.ts', path.join(root, 'src/admin.ts'))!);
  expect(app).toMatch(/^import "virtual:forecourt\/plugged";\nimport \{ application as own \}/);
  expect(app).toContain('codes: { ...{"way":[{"code":"cash"}]}, ...own.codes }');
  const components = await plugin.load(plugin.resolveId('virtual:forecourt/plugged', 'app.ts')!);
  expect(components).toMatch(/"PayButton": \(\) => import\(".*\/PayButton\.tsx"\)/);
  // Files of others are left alone.
  expect(plugin.resolveId('./app.ts', path.join(root, 'src/other.ts'))).toBeNull();
  expect(plugin.resolveId('forecourt/server', path.join(root, 'src/module.ts'))).toBeNull();
});
