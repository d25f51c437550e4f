import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeDrawings } from './drawings.ts';
import { packedManifest, type Manifest } from './manifest.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const PACKAGE = path.join(ROOT, 'packages/forecourt');
/** Where the package is put together (packages/forecourt/tsconfig.pack.json compiles into it). */
const STAGED = path.join(ROOT, '.cache/package');
const COMPILER = path.join(ROOT, 'node_modules/@typescript/native/bin/tsc');

/** Examples that `forecourt create --template` begins with. */
const TEMPLATES = ['crm', 'clinic', 'warehouse', 'video-rental'];

/** What is no TypeScript goes along as it is. */
const AS_IT_IS = /\.(json|cjs|m?js|svg|css|html|md|txt)$/;
const NOT_PACKED = /(^|[/\\])(tsconfig[\w.]*\.json|package\.json|node_modules|dist)($|[/\\])/;

/** Declarations name each other as the files that they are of are called now. */
const RELATIVE = /((?:from|import)\s*\(?\s*['"]\.{1,2}\/[^'"]+)\.tsx?(['"])/g;

async function settleDeclarations(): Promise<void> {
  const files = (await readdir(STAGED, { recursive: true })).filter((file) => file.endsWith('.d.ts'));
  for (const file of files.map((name) => path.join(STAGED, name))) {
    // Programs are called, not imported.
    if (path.relative(STAGED, file).startsWith('cli')) await rm(file);
    else await writeFile(file, (await readFile(file, 'utf8')).replace(RELATIVE, '$1.js$2'));
  }
}

async function copyOthers(): Promise<void> {
  const files = await readdir(PACKAGE, { recursive: true, withFileTypes: true });
  for (const entry of files) {
    const from = path.join(entry.parentPath, entry.name);
    const name = path.relative(PACKAGE, from);
    if (!entry.isFile() || !AS_IT_IS.test(name) || NOT_PACKED.test(name)) continue;
    await cp(from, path.join(STAGED, name));
  }
  await cp(path.join(ROOT, 'LICENSE'), path.join(STAGED, 'LICENSE'));
  for (const name of TEMPLATES)
    await cp(path.join(ROOT, 'examples', name), path.join(STAGED, 'templates', name), {
      recursive: true,
      filter: (file) => !/[\\/](node_modules|dist|data|tests|\.cache)([\\/]|$)/.test(path.relative(ROOT, file)),
    });
}

/** What the file of icons stands for, to a compiler: `import Home from '@mui/icons-material/Home'`. */
const ICON_TYPES = `declare module '@mui/icons-material/*' {
  const Icon: typeof import('@mui/material').SvgIcon;
  export default Icon;
}
`;
/** Entries whose types bring those of the icons along: pages import one of them. */
const OF_PAGES = ['admin', 'shell'];

async function describeIcons(): Promise<void> {
  await writeFile(path.join(STAGED, 'icons.d.ts'), ICON_TYPES);
  for (const name of OF_PAGES) {
    const file = path.join(STAGED, `${name}.d.ts`);
    await writeFile(file, `/// <reference path="./icons.d.ts" />\n${await readFile(file, 'utf8')}`);
  }
}

/** All icons in one file, under the licence of their makers. */
async function packIcons(): Promise<void> {
  const library = path.join(ROOT, 'node_modules/@mui/icons-material');
  await mkdir(path.join(STAGED, 'vite'), { recursive: true });
  await writeDrawings(path.join(library, 'esm'), path.join(STAGED, 'vite/icons.json.br'));
  await cp(path.join(library, 'LICENSE'), path.join(STAGED, 'vite/icons.LICENSE'));
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/** Compiles the package and packs it. Answers the tarball, which lies in `into`. */
export async function pack(into: string): Promise<string> {
  await rm(STAGED, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  await run(process.execPath, [COMPILER, '--singleThreaded', '-p', path.join(PACKAGE, 'tsconfig.pack.json')]);
  await Promise.all([settleDeclarations(), copyOthers(), packIcons()]);
  await describeIcons();
  const manifest = await packedManifest(await readManifest(PACKAGE), await readManifest(ROOT), STAGED);
  await writeFile(path.join(STAGED, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const { stdout } = await run('npm', ['pack', STAGED, '--pack-destination', into, '--json', '--ignore-scripts']);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return path.join(into, filename);
}
