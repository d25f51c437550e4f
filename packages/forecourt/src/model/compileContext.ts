import type { ModelLocale } from './model.ts';
import type { EntitySchema, PropertySchema } from './schema.ts';
import type { Problem } from './vocabulary.ts';

export type Schemas = Readonly<Record<string, EntitySchema>>;

export interface CompileContext {
  readonly schemas: Schemas;
  readonly locale: ModelLocale;
  /** Entity whose ids make up a user's data scope. */
  readonly scopeEntity?: string;
  /** Some of the schemas only, which were checked whole before. */
  readonly partial: boolean;
  /** Whether a schema exists but is not at hand: a relation to it ends a path instead of being a mistake. */
  absent(entity: string): boolean;
  report(problem: Problem): void;
}

/** The property of that name, not what every object has. */
export const propertyAt = (schema: EntitySchema, name: string): PropertySchema | undefined =>
  Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
