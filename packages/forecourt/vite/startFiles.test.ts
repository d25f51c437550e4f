import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkApplication } from '../cli/check/checkApplication.ts';
import { applicationParts } from './applicationParts.ts';
import { derivedText } from './derivedTexts.ts';
import { startFiles } from './startFiles.ts';

type Files = Readonly<Record<string, string | object>>;
type Hooks = {
  configResolved(config: { readonly root: string }): void;
  resolveId(asked: string, importer?: string): string | null;
  readonly load: { handler(id: string): Promise<string | null> };
};

const product = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, state: { type: 'string', enum: ['onSale', 'gone'] } },
};

async function folderOf(files: Files): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'forecourt-one-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

async function begin(files: Files) {
  const root = await folderOf(files);
  const plugin = startFiles() as unknown as Hooks;
  plugin.configResolved({ root });
  return {
    root,
    says: async (file: string) => plugin.load.handler(path.join(root, file)),
    resolves: (asked: string, importer?: string) => plugin.resolveId(asked, importer && path.join(root, importer)),
  };
}

it('has no mistakes to find in a folder with one schema', async () => {
  expect(await checkApplication(await folderOf({ 'schemas/product.json': product }))).toEqual([]);
});

it('stands in for every file that an application starts with', async () => {
  const { root, says, resolves } = await begin({
    'schemas/product.json': product,
    'package.json': { name: 'corner-shop' },
  });
  expect(resolves('/src/admin.ts', 'index.html')).toBe(path.join(root, 'src/admin.ts'));
  expect(resolves('./application.ts', 'src/server.ts')).toBe(path.join(root, 'src/application.ts'));
  expect(resolves('../resources/codes.ts', 'src/app.ts')).toBe(path.join(root, 'resources/codes.ts'));
  expect(await says('index.html')).toContain('<title>Corner shop</title>');
  expect(await says('src/admin.ts')).toContain('"code":"en-US"');
  expect(await says('src/app.ts')).toMatch(/import TableRows from .*"key":"resources".*"key":"system"/s);
  expect(await says('src/application.ts')).toContain('"product":{"name":"Product","title":"Products"');
  expect(await says('src/server.ts')).toContain('main(application');
});

it('leaves a file that an application has itself as it is', async () => {
  const { says, resolves } = await begin({ 'schemas/product.json': product, 'src/server.ts': 'export {};\n' });
  expect(await says('src/server.ts')).toBeNull();
  expect(resolves('src/server.ts')).toBeNull();
  expect(resolves('./application.ts', 'src/server.ts')).toMatch(/application\.ts$/);
  expect(resolves('./mine.ts', 'src/server.ts')).toBeNull();
});

it('takes title and menu from the configuration, and an icon that there is not from none', async () => {
  const config = `export default { title: 'Shop & Co', menu: [{ key: 'stock', icon: 'Inventory2' }] };`;
  const declared = `export default { schema: 'product', menu: { group: 'goods', sort: 1, icon: 'NoSuchIcon' } };`;
  const { says } = await begin({
    'schemas/product.json': product,
    'forecourt.config.ts': config,
    'resources/product.ts': declared,
  });
  expect(await says('index.html')).toContain('<title>Shop &#38; Co</title>');
  const browser = await says('src/app.ts');
  expect(browser).toContain(`import Inventory2 from "@mui/icons-material/Inventory2Outlined"`);
  expect(browser).not.toContain('import NoSuchIcon');
  expect(browser).toMatch(/"key":"stock".*"key":"goods".*"key":"system"/s);
});

it('gives the browser the names of a program where no English is written down, and what is written down before them', async () => {
  const parts = async (files: Files) => {
    const plugin = applicationParts() as unknown as {
      configResolved(config: object): void;
      load(id: string): Promise<string>;
    };
    plugin.configResolved({ root: await folderOf({ 'schemas/product.json': product, ...files }) });
    return plugin.load('\0virtual:application/texts/en-US/product');
  };
  expect(await parts({})).toContain('On sale');
  expect(await parts({ 'i18n/en-US.json': { codes: { product: { state: { onSale: 'In the shop' } } } } })).toContain(
    'In the shop',
  );
});

it.each([
  ['resources.spareParts.name', 'Spare parts'],
  ['resources.box.title', 'Boxes'],
  ['resources.product.fields.minDays', 'Min days'],
  ['routes./stock/figures', 'Figures'],
  ['menu.groups.goods', 'Goods'],
])('reads %s as %s', (key, text) => expect(derivedText(key)).toBe(text));

const plugin = `const claim = (name, part) =>
  Object.defineProperty((config) => ({ ...config, ...part }), 'name', { value: name });
export default { plugins: [claim('pay', {
  schemas: { payment: { type: 'object', properties: { amount: { type: 'number' } } } },
  codes: { way: [{ code: 'cash' }] },
  texts: { 'en-US': { resources: { payment: { title: 'Paid so far' } } } },
  server: { pay: '/elsewhere/pay.ts' },
  components: { PayButton: '/elsewhere/PayButton.tsx' },
  settings: { PAY_KEY: 'opens the account' },
})] };`;

it('lays what plug-ins add under what the application has', async () => {
  const { root, says } = await begin({ 'schemas/product.json': product, 'forecourt.config.ts': plugin });
  const server = await says('src/application.ts');
  expect(server).toContain('"schemas/payment.json":{"type":"object"');
  expect(server).toContain('Paid so far');
  expect(server).toContain('settings: {"PAY_KEY":"opens the account"}');
  expect(server).toContain(
    `import { module as plugged0 } from "./${path.relative(path.join(root, 'src'), '/elsewhere/pay.ts')}"`,
  );
  expect(server).toContain('plugModules({ "pay": plugged0 }, {})');
  expect(await says('src/app.ts')).toMatch(/import '.\/plugged.ts';.*"way":\[/s);
  expect(await says('src/plugged.ts')).toMatch(/"PayButton": \(\) => import\(".*elsewhere\/PayButton.tsx"\)/);
  expect(await checkApplication(root)).toEqual([]);
});

it('says in a sentence which plug-in does not work, and which two do not agree', async () => {
  const broken = `export default { plugins: [Object.defineProperty(() => { throw new Error('no key'); }, 'name', { value: 'pay' })] };`;
  const { root, says } = await begin({ 'schemas/product.json': product, 'forecourt.config.ts': broken });
  await expect(says('src/application.ts')).rejects.toThrow('plug-in "pay" failed: no key');
  expect(await checkApplication(root)).toMatchObject([
    { level: 'error', file: 'forecourt.config.ts', message: 'plug-in "pay" failed: no key' },
  ]);
});

it('applies the checks of plug-ins, and names one that fails', async () => {
  const checks = `export default { checks: {
    rule: ({ schemas }) => [{ level: 'warning', file: 'schemas/product.json', message: Object.keys(schemas).includes('product') ? 'seen' : '' }],
    broken: () => { throw new Error('no rule'); },
  } };`;
  const root = await folderOf({ 'schemas/product.json': product, 'forecourt.config.ts': checks });
  expect(await checkApplication(root)).toMatchObject([
    { level: 'error', file: 'forecourt.config.ts', message: 'check "broken" failed: no rule' },
    { level: 'warning', file: 'schemas/product.json', message: 'seen' },
  ]);
});
