import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../packages/forecourt/cli/dev/server.ts';
import { pack } from '../../scripts/pack/pack.ts';
import { launchBrowser } from '../browser/browser.ts';

/** The way of somebody who has no clone: the packed package, an empty folder outside the repository, one command after the other. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const PACKAGES = path.join(ROOT, 'node_modules');

let outside = '';
let installed = '';
let shop = '';

/** The package brings what they are for itself: an application has neither. */
const LEFT_OUT = ['forecourt', '@mui/icons-material'];

/** What npm would have fetched is linked: the fetching itself is proved by `npm run test:long -- install`. */
async function linkPackages(folder: string): Promise<void> {
  const into = path.join(folder, 'node_modules');
  const names = (await readdir(PACKAGES)).filter((name) => !name.startsWith('.'));
  const found = await Promise.all(
    names.map(async (name) =>
      name.startsWith('@') ? (await readdir(path.join(PACKAGES, name))).map((one) => `${name}/${one}`) : [name],
    ),
  );
  for (const name of found.flat().filter((one) => !LEFT_OUT.includes(one))) {
    await mkdir(path.dirname(path.join(into, name)), { recursive: true });
    await symlink(path.join(PACKAGES, name), path.join(into, name));
  }
}

const forecourt = (...words: readonly string[]) =>
  run(process.execPath, [path.join(installed, 'bin/forecourt.mjs'), ...words], { cwd: shop || outside });

beforeAll(async () => {
  outside = await mkdtemp(path.join(tmpdir(), 'forecourt-outside-'));
  const tarball = await pack(outside);
  await linkPackages(outside);
  installed = path.join(outside, 'node_modules/forecourt');
  await mkdir(installed);
  await run('tar', ['xzf', tarball, '--strip-components', '1', '-C', installed]);
  await forecourt('create', 'shop', '--fields', 'product: name:string! price:money', '--no-install');
  shop = path.join(outside, 'shop');
});
afterAll(() => rm(outside, { recursive: true, force: true }));

it('makes an application of a manifest and one schema', async () => {
  const files = (await readdir(shop, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name).sort()).toEqual(['.gitignore', 'package.json', 'product.json']);
  const manifest = JSON.parse(await readFile(path.join(shop, 'package.json'), 'utf8')) as { dependencies: object };
  expect(Object.keys(manifest.dependencies)).toEqual(['forecourt']);
});

it('finds no mistake in it', async () => {
  expect((await forecourt('check')).stdout).toContain('shop: 0 errors, 0 warnings');
});

it.each(['crm', 'clinic', 'warehouse', 'video-rental'])(
  'brings the template %s along: what is made of it has no mistake',
  async (template) => {
    const made = path.join(outside, template);
    await forecourt('create', made, '--template', template, '--no-install');
    expect((await forecourt('check', '--app', made)).stdout).toContain(`${template}: 0 errors, 0 warnings`);
  },
);

it('tries what must hold for every resource of it, without a file that says so', async () => {
  // Its own run knows nothing of this one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|FORCE_COLOR)/.test(name)),
  );
  const command = [path.join(installed, 'bin/forecourt.mjs'), 'test'];
  const { stdout } = await run(process.execPath, command, { cwd: shop, env: { ...env, NO_COLOR: '1' } });
  expect(stdout).toMatch(/product: the keys of its declaration open its calls/);
  expect(stdout).toMatch(/Tests +\d+ passed \(\d+\)/);
});

/** Starts it, to serve or to be written (`dev`), and answers its address and the password of its first user. */
async function start(
  folder: string,
  command: 'start' | 'dev' = 'start',
): Promise<{
  readonly url: string;
  readonly password: string;
  readonly server: ChildProcess;
  /** Waits until it has said something more of this form. */
  says(wanted: RegExp): Promise<void>;
}> {
  const port = await freePort();
  const server = spawn(process.execPath, [path.join(installed, 'bin/forecourt.mjs'), command], {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
  });
  let said = '';
  let heard = 0;
  const says = async (wanted: RegExp): Promise<void> => {
    await expect
      .poll(
        () => {
          if (server.exitCode !== null) throw new Error(said);
          return wanted.test(said.slice(heard));
        },
        { timeout: 120_000 },
      )
      .toBe(true);
    heard = said.length;
  };
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part: Buffer) => (said += String(part)));
  await says(/with the password (\S+)/);
  const [, password] = /with the password (\S+)/.exec(said)!;
  return { url: `http://localhost:${port}`, password: password!, server, says };
}

/** Calls as its first user; answers what was answered. */
async function signIn(url: string, password: string) {
  let token = '';
  const call = async (method: string, at: string, body?: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await fetch(`${url}/api${at}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Readonly<Record<string, unknown>>;
  };
  ({ token } = (await call('POST', '/admin/user/login', { username: 'admin', password }))['data'] as { token: string });
  return call;
}

it('serves the warehouse with its plug-in: its list, and its rule on the server', async () => {
  const { url, password, server } = await start(path.join(outside, 'warehouse'));
  try {
    const call = await signIn(url, password);
    const { id: articleId } = await call('POST', '/resources/article', { code: 'T1', name: 'Teapot' });
    const { id } = await call('POST', '/resources/reorder', { articleId, quantity: 5, state: 'arrived' });
    const late = await call('PUT', `/resources/reorder/${String(id)}`, { articleId, quantity: 6, state: 'arrived' });
    expect(late).toMatchObject({ message: 'This one has arrived: enter a new one' });
    const many = await call('POST', '/resources/reorder', { articleId, quantity: 1_001 });
    expect(JSON.stringify(many)).toContain('quantity');
  } finally {
    server.kill();
  }
});

it.each([['clinic', 'doctor', { name: 'Dr Lindqvist', specialty: 'general' }]])(
  'serves what is made of the template %s: a record is written and read',
  async (template, resource, record) => {
    const { url, password, server } = await start(path.join(outside, template), 'dev');
    try {
      const call = await signIn(url, password);
      const { id } = await call('POST', `/resources/${resource}`, record);
      expect(await call('GET', `/resources/${resource}/${String(id)}`)).toMatchObject(record);
    } finally {
      server.kill();
    }
  },
);

it('builds and serves it: a record that is written over HTTP is read in a browser', async () => {
  const { url, password, server } = await start(shop);
  try {
    const call = await signIn(url, password);
    expect(await call('POST', '/resources/product', { name: 'Teapot', price: 12.5 })).toMatchObject({
      name: 'Teapot',
      price: 12.5,
    });
    const browser = await launchBrowser();
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(`${url}/resources/product`);
    await page.getByLabel('Username or phone').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('main').getByText('Teapot', { exact: true }).first().waitFor();
    expect(await page.title()).toContain('Shop');
    // Out of the package's own file of icons: no library of them is installed.
    expect(await page.getByTestId('AddIcon').first().locator('path').getAttribute('d')).toMatch(/^M/);
    await browser.close();
    expect(complaints).toEqual([]);
  } finally {
    server.kill();
  }
});

it('shows while it is written what a schema says; a mistake is said, and the last good one serves until it is mended', async () => {
  const written = path.join(outside, 'written');
  await forecourt('create', written, '--template', 'crm', '--no-install');
  const { url, password, server, says } = await start(written, 'dev');
  const file = path.join(written, 'schemas/company.json');
  const text = await readFile(file, 'utf8');
  const { properties, ...schema } = JSON.parse(text) as { readonly properties: object };
  const rooms = { ...schema, properties: { ...properties, rooms: { type: 'integer' } } };
  try {
    const call = await signIn(url, password);
    const keep = (name: string) => call('POST', '/resources/company', { name, rooms: 7 });
    expect(await keep('Before')).not.toHaveProperty('id');
    await writeFile(file, JSON.stringify(rooms));
    await says(/ready again/);
    expect(await keep('After')).toMatchObject({ name: 'After', rooms: 7 });
    await writeFile(file, text.slice(0, -10));
    await says(/schemas\/company\.json:\d+:\d+/);
    expect(await keep('Meanwhile')).toMatchObject({ rooms: 7 });
    await writeFile(file, JSON.stringify(rooms));
    await says(/ready again/);
    expect(await keep('Mended')).toMatchObject({ rooms: 7 });
  } finally {
    server.kill();
  }
});

it('shows screens that are made of react-admin and of two add-ons alone, none of whose parts was left out', async () => {
  const simple = path.join(outside, 'simple');
  await cp(path.join(import.meta.dirname, 'simple'), simple, { recursive: true });
  const pages = ['PostList', 'PostForm', 'PostShow'].map((name) => `${name}: () => import('./${name}.jsx')`);
  await writeFile(
    path.join(simple, 'src/components.ts'),
    `import { registerComponents } from 'forecourt/admin';\nregisterComponents({ lazy: { ${pages.join(', ')} } });\n`,
  );
  await forecourt('generate', '--app', simple);
  const { url, password, server } = await start(simple);
  try {
    const call = await signIn(url, password);
    const { id } = await call('POST', '/resources/post', { title: 'First', views: 3, extra: { tone: 'calm' } });
    await call('POST', '/resources/post', { title: 'Second', views: 4 });
    await call('POST', '/resources/comment', { postId: id, author: 'Ada' });
    const browser = await launchBrowser();
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (said) => void (/Content Security Policy/.test(said.text()) && complaints.push(said.text())));
    await page.goto(`${url}/posts`);
    await page.getByLabel('Username or phone').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const row = (title: string) => page.getByRole('row').filter({ hasText: title });
    await row('First').waitFor();

    // A column is left out by react-admin's own choice of columns.
    await page.getByRole('columnheader', { name: 'Views' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Views', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Views' }).waitFor({ state: 'detached' });

    // The browser writes the file.
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).first().click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toMatch(/title[\s\S]*(First[\s\S]*Second|Second[\s\S]*First)/);

    await row('Second').getByRole('checkbox').first().click();
    await page.getByText('1 item selected').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await row('Second').waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Create' }).first().click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Third');
    // What the editor styles itself with is admitted by the policy of the page.
    await expect
      .poll(() => page.locator('.ProseMirror').evaluate((shown) => getComputedStyle(shown).whiteSpace))
      .toBe('break-spaces');
    await page.locator('.ProseMirror').click();
    await page.keyboard.type('Some words');
    await page.getByRole('button', { name: 'Save' }).click();
    await row('Third').waitFor();
    expect(new URL(page.url()).pathname).toBe('/posts');

    await page.goto(`${url}/posts/${String(id)}/show`);
    await page.getByText('Ada', { exact: true }).waitFor();
    await page.locator('.react-json-view').getByText('calm').waitFor();
    await page.goto(`${url}/posts/${String(id)}`);
    await page.locator('.react-json-view').getByText('calm').waitFor();
    await browser.close();
    expect(complaints).toEqual([]);
  } finally {
    server.kill();
  }
});

/** No library of icons is installed, and one is known with its properties all the same. */
const PROBED_ICON = `import Home from '@mui/icons-material/HomeOutlined';
export const icon = Home;
export const size: Parameters<typeof Home>[0]['fontSize'] = 'small';
`;

/** The names of a module as its types have them. */
function namesOf(program: ts.Program, file: string): readonly string[] {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  return checker.getExportsOfModule(module).map(({ name }) => name).sort(); // prettier-ignore
}

it('exports from every entry what the source exports from it, with types', async () => {
  const { exports } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly types: string } | string>>;
  };
  const own = JSON.parse(await readFile(path.join(ROOT, 'packages/forecourt/package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  const entries = Object.keys(own.exports).filter((name) => own.exports[name]!.endsWith('.ts'));
  await writeFile(
    path.join(shop, 'probe.ts'),
    `${entries.map((name, at) => `export * as e${at} from 'forecourt/${name.slice(2)}';\n`).join('')}${PROBED_ICON}`,
  );
  const sources = entries.map((name) => path.join(ROOT, 'packages/forecourt', own.exports[name]!));
  const packed = entries.map((name) => path.join(installed, (exports[name] as { types: string }).types));
  const options: ts.CompilerOptions = {
    ...{
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2023,
    },
    ...{ allowImportingTsExtensions: true, noEmit: true, skipLibCheck: true, jsx: ts.JsxEmit.ReactJSX, types: [] },
  };
  const program = ts.createProgram([...sources, ...packed, path.join(shop, 'probe.ts')], options);
  for (const [at, name] of entries.entries())
    expect([name, namesOf(program, packed[at]!)]).toEqual([name, namesOf(program, sources[at]!)]);
  const probe = program.getSourceFile(path.join(shop, 'probe.ts'))!;
  expect(program.getSemanticDiagnostics(probe).map(({ messageText }) => messageText)).toEqual([]);
});
