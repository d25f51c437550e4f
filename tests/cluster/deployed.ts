import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A file of `deploy/` as it would lie on a machine, with other addresses. Each text is replaced wherever it stands,
 * and has to stand there. So the test tries what a company copies.
 */
export function deployed(file: string, changes: readonly (readonly [from: string, to: string])[]): string {
  let text = readFileSync(path.resolve('deploy', file), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/${file} has no "${from}"`);
    text = text.replaceAll(from, to);
  }
  return text;
}
