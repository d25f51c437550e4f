import type { ResourceDeclaration } from '../../model/index.ts';
import { testSource } from './adminModel.ts';
import type { WholeSource } from './adminSource.ts';

type Declaration = ResourceDeclaration<Record<string, unknown>>;

/** The small world with one declaration changed: what a test says differently of a resource. */
export function withResource(schema: string, change: (declared: Declaration) => Declaration): WholeSource {
  const resources = (testSource.resources as readonly Declaration[]).map((one) =>
    one.schema === schema ? change(one) : one,
  );
  return { ...testSource, resources: resources as readonly ResourceDeclaration<never>[] };
}
