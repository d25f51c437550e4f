import type { ResourceDeclaration } from './resource.ts';
import type { EntitySchema } from './schema.ts';

type Declaration = ResourceDeclaration<Record<string, unknown>>;

/** Schemas that the filters of a list lead through (`bookId.title`): a browser needs them to choose their inputs, and for nothing else. */
export function relatedBy(declaration: Declaration | undefined, schema: EntitySchema): readonly string[] {
  const paths = (declaration?.list?.filters ?? []).flatMap((filter) =>
    typeof filter === 'string' ? [] : [filter.field ?? '', ...(filter.anyOf ?? [])],
  );
  const names = paths
    .filter((path) => path.includes('.'))
    .flatMap((path) => schema.properties[path.split('.')[0]!]?.['x-ref']?.resource ?? []);
  return [...new Set(names)];
}
