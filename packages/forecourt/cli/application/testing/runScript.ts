import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import { PACKAGE, ROOT } from '../readApplication.ts';

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of this repository the way its npm script does, without a terminal: a second and a half of what it imports. */
export function runScript(script: string, args: readonly string[] = []): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', path.join(PACKAGE, 'cli', script), ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (part) => (stdout += part));
    child.stderr.on('data', (part) => (stderr += part));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

let runs = 0;

/** Runs a command in this process, which has imported most of what it needs: for each further thing that is asked of it. */
export async function runHere(script: string, args: readonly string[]): Promise<Run> {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const before = { argv: process.argv, exitCode: process.exitCode };
  const said = vi.spyOn(console, 'log').mockImplementation((text: string) => void stdout.push(`${text}\n`));
  const complained = vi.spyOn(console, 'error').mockImplementation((text: string) => void stderr.push(`${text}\n`));
  const file = path.join(PACKAGE, 'cli', script);
  process.argv = [process.execPath, file, ...args];
  process.exitCode = undefined;
  try {
    // A module runs once per address.
    await import(`${pathToFileURL(file).href}?run=${(runs += 1)}`);
    return { code: (process.exitCode ?? null) as number | null, stdout: stdout.join(''), stderr: stderr.join('') };
  } finally {
    Object.assign(process, before);
    said.mockRestore();
    complained.mockRestore();
  }
}
