import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SEED } from './turns.ts';

/** Their files share workers. */
const SHUFFLED = new Set(['unit', 'components', 'api']);

/** Longest first, or one worker would end long after the others; on a fresh clone nobody has measured them yet. */
const LONGEST = [
  'routes',
  'orderDesk',
  'handover',
  'access',
  'views',
  'rentalDay',
  'storePages',
  'basics',
  'places',
  'settings',
  'typedWork',
  'overlays',
  'prices',
  'keptPages',
  'formWalk',
  'watermark',
  'coupon',
  'fleetDay',
  'live',
  'shell',
  'stock',
].map((name) => `/tests/browser/${name}.test.ts`);

const rank = ({ moduleId }: TestSpecification): number => {
  const index = LONGEST.findIndex((name) => moduleId.endsWith(name));
  return index < 0 ? LONGEST.length : index;
};

/**
 * Runs the files of a project in the order of a seed: nothing may lean on what ran before in its worker. The seed is that of
 * `tests/turns.ts`; `--sequence.seed=<seed>` has another order. Those of the browser begin with the longest.
 */
export class ShuffledFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
    const shuffled = sorted.filter(({ project }) => SHUFFLED.has(project.name));
    if (shuffled.length < 2) return sorted;
    const seed = this.ctx.config.sequence.seed ?? SEED;
    this.ctx.logger.log(`Files in the order of --sequence.seed=${seed}`);
    const place = ({ project, moduleId }: TestSpecification): string =>
      project.name + createHash('sha1').update(`${seed} ${moduleId}`).digest('hex');
    return [
      ...sorted.filter((file) => !shuffled.includes(file)),
      ...shuffled.toSorted((one, other) => (place(one) < place(other) ? -1 : 1)),
    ];
  }
}
