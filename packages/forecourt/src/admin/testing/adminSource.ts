import { shortEntry, type CodeTables, type EntitySchema, type ResourceDeclaration } from '../../model/index.ts';
import type { AdminSource, ResourceParts } from '../model/adminModel.ts';

/** An application as its files say it, before the build takes it apart. */
export interface WholeSource {
  readonly schemas: Readonly<Record<string, () => Promise<EntitySchema>>>;
  readonly resources: readonly ResourceDeclaration<never>[];
  readonly codes: CodeTables;
  readonly scopeEntity?: string;
  /** Resources whose deletion reaches others; the build reads it from all schemas. */
  readonly reaches?: readonly string[];
}

/** What the build makes of it. */
export function adminSource({ schemas, resources, reaches = [], ...rest }: WholeSource): AdminSource {
  const declarations = new Map(
    (resources as readonly ResourceDeclaration<Record<string, unknown>>[]).map((one) => [one.schema, one]),
  );
  const names = [...new Set([...declarations.keys(), ...Object.keys(schemas)])];
  const partsOf = async (name: string): Promise<ResourceParts> => ({
    // A test says the schemas of the pages it shows; of other resources only their paths are asked for.
    schema: await schemas[name]?.(),
    declaration: declarations.get(name),
  });
  return {
    ...rest,
    entries: names.map((name) => shortEntry(name, declarations.get(name), reaches.includes(name))),
    parts: Object.fromEntries(names.map((name) => [name, () => partsOf(name)])),
  };
}
