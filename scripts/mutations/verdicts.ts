import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, type Mutant } from './mutants.ts';
import { testsFor } from './noticing.ts';

export interface Verdicts {
  /** Whether it was noticed; undefined while it has not been judged. */
  readonly of: (mutant: Mutant) => boolean | undefined;
  readonly add: (mutant: Mutant, noticed: boolean) => void;
}

interface Entry {
  readonly key: string;
  readonly noticed: boolean;
}

/** The fault, the file that it stands in, and the tests that ought to notice. */
function keyOf(mutant: Mutant): string {
  const hash = createHash('sha256');
  for (const file of [mutant.file, ...testsFor(mutant).flat()]) hash.update(readFileSync(path.join(ROOT, file)));
  return `${mutant.id} ${hash.digest('hex').slice(0, 12)}`;
}

/** Verdicts that outlive a run which is stopped: one line each, written as soon as it is known. */
export function openVerdicts(file: string | undefined): Verdicts {
  const lines = file && existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const known = new Map(
    lines.map((line) => {
      const { key, noticed } = JSON.parse(line) as Entry;
      return [key, noticed];
    }),
  );
  return {
    of: (mutant) => known.get(keyOf(mutant)),
    add(mutant, noticed) {
      const key = keyOf(mutant);
      known.set(key, noticed);
      if (file) appendFileSync(file, `${JSON.stringify({ key, noticed } satisfies Entry)}\n`);
    },
  };
}
