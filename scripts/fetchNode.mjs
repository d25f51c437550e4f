import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const SYSTEM = process.platform === 'win32' ? 'win' : process.platform;

/** Fetches a version of Node (`22`) into a folder. Answers the folder that its program lies in, for the PATH of others. */
export async function fetchNode(version, into) {
  const folder = path.join(into, `node-${version}`);
  const name = `node-${SYSTEM}-${process.arch}`;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`];
  await promisify(execFile)('npm', words, { cwd: folder, shell: process.platform === 'win32' });
  return path.join(folder, 'node_modules', name, 'bin');
}
