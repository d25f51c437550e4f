import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { PACKAGE } from './readApplication.ts';

/** Whether Node finds the package from a folder: in its own `node_modules` or in one above it. */
function isFound(folder: string): boolean {
  if (existsSync(path.join(folder, 'node_modules/forecourt'))) return true;
  const above = path.dirname(folder);
  return above !== folder && isFound(above);
}

/**
 * Lets the files of an application outside this repository import `forecourt/…`: links the package into its `node_modules` unless it is
 * installed there already.
 */
export async function linkFramework(folder: string): Promise<void> {
  const at = path.resolve(folder);
  if (isFound(at)) return;
  await mkdir(path.join(at, 'node_modules'), { recursive: true });
  await symlink(PACKAGE, path.join(at, 'node_modules/forecourt'), 'junction');
}
