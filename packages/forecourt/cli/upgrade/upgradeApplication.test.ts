import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
