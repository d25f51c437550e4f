import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { upgradeApplication } from './upgradeApplication.ts';

async function folderOf(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'forecourt-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  return { folder, says: (file: string) => readFile(path.join(folder, file), 'utf8') };
}

const BEFORE = `import { useState } from 'react';
import { registerComponents } from '../../../src/framework/admin/index.ts';
import { reading } from '../../../src/framework/admin/values/reading.ts';
import type { Application } from "../../../src/framework/shell/index.ts";
import '../../../src/framework/shell/start.ts';
import { own } from './own.ts';

export const load = () => import('../../../src/framework/server/contract.ts');
`;

const AFTER = `import { useState } from 'react';
import { registerComponents, reading } from 'forecourt/admin';
import type { Application } from "forecourt/shell";
import 'forecourt/start';
import { own } from './own.ts';

export const load = () => import('forecourt/server');
`;

it('imports by the name of the package what was imported by a path, each entry once', async () => {
  const { folder, says } = await folderOf({
    'src/app.ts': BEFORE,
    'node_modules/other/index.ts': BEFORE,
    'schemas/film.json': '{ "$schema": "../../../src/framework/model/vocabulary.generated.json", "type": "object" }',
  });
  expect(await upgradeApplication(folder, false)).toEqual({
    changed: ['src/app.ts', 'schemas/film.json'],
    unmoved: [],
  });
  expect(await says('src/app.ts')).toBe(AFTER);
  expect(await says('node_modules/other/index.ts')).toBe(BEFORE);
  expect(await says('schemas/film.json')).toContain(
    '"$schema": "../node_modules/forecourt/src/model/vocabulary.generated.json"',
  );
  expect(await upgradeApplication(folder, false)).toEqual({ changed: [], unmoved: [] });
});

it('writes nothing where only the plan is asked for', async () => {
  const { folder, says } = await folderOf({ 'src/app.ts': BEFORE });
  expect((await upgradeApplication(folder, true)).changed).toEqual(['src/app.ts']);
  expect(await says('src/app.ts')).toBe(BEFORE);
});

it('names the line of what no entry exports, and leaves it as it is', async () => {
  const line = `import { x } from '../../src/framework/bin/tools.ts';\n`;
  const { folder, says } = await folderOf({ 'src/app.ts': `\n${line}` });
  expect(await upgradeApplication(folder, false)).toEqual({
    changed: [],
    unmoved: [{ file: path.join('src', 'app.ts'), line: 2, address: '../../src/framework/bin/tools.ts' }],
  });
  expect(await says('src/app.ts')).toBe(`\n${line}`);
});

it('leaves comments and other texts as they are, and names those that a human must look at', async () => {
  const text = `// Was taken from '../../src/framework/admin/index.ts'.
import { a, b /* the second */ } from '../../src/framework/admin/a.ts';
import {
  c, // the third
  d, // the last
} from '../../src/framework/admin/c.ts';
import '../../src/framework/admin/look.css';
export const example = \`
import { shown } from 'forecourt/admin';
import { read } from '../../src/framework/admin/a.ts';
\`;
vi.mock('../../src/framework/server/mail.ts');
`;
  const { folder, says } = await folderOf({ 'src/app.ts': text });
  const file = path.join('src', 'app.ts');
  expect(await upgradeApplication(folder, false)).toEqual({
    changed: [file],
    unmoved: [
      { file, line: 7, address: '../../src/framework/admin/look.css' },
      { file, line: 12, address: '../../src/framework/server/mail.ts' },
    ],
  });
  const moved = ["'../../src/framework/admin/a.ts'", "'../../src/framework/admin/c.ts'"];
  expect(await says('src/app.ts')).toBe(moved.reduce((all, one) => all.replace(one, "'forecourt/admin'"), text));
});

it('reaches code in folders of every name, and none that a link leads to', async () => {
  const line = `import { x } from '../../../src/framework/model/x.ts';\n`;
  const { folder: elsewhere, says: saysElsewhere } = await folderOf({ 'shared.ts': line });
  const { folder, says } = await folderOf({ 'src/data/rules.ts': line, 'data/kept.ts': line, 'src/types.d.ts': line });
  await symlink(path.join(elsewhere, 'shared.ts'), path.join(folder, 'src/shared.ts'));
  expect((await upgradeApplication(folder, false)).changed).toEqual([
    path.join('src', 'data', 'rules.ts'),
    path.join('src', 'types.d.ts'),
  ]);
  expect(await says('src/data/rules.ts')).toBe(`import { x } from 'forecourt/model';\n`);
  expect(await saysElsewhere('shared.ts')).toBe(line);
  expect((await lstat(path.join(folder, 'src/shared.ts'))).isSymbolicLink()).toBe(true);
  expect((await readdir(path.join(folder, 'src'))).sort()).toEqual(['data', 'shared.ts', 'types.d.ts']);
});

it('takes a folder of the same name in the application for its own', async () => {
  const line = `import { x } from './src/framework/model/x.ts';\n`;
  const { folder } = await folderOf({ 'tool.ts': line, 'src/framework/model/x.ts': 'export const x = 1;\n' });
  expect(await upgradeApplication(folder, false)).toEqual({ changed: [], unmoved: [] });
});

it('changes nothing of a script that it cannot read, and says so', async () => {
  const text = `import { x } from '../../src/framework/model/x.ts';\nconst = 1;\n`;
  const { folder, says } = await folderOf({ 'src/app.ts': text });
  const { changed, unmoved } = await upgradeApplication(folder, false);
  expect(changed).toEqual([]);
  expect(unmoved).toMatchObject([{ file: path.join('src', 'app.ts'), line: 1 }]);
  expect(await says('src/app.ts')).toBe(text);
});
