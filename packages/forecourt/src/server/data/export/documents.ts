import { isDocument as isDocumentField, kindOf, type PropertySchema, type Resource } from '../../../model/index.ts';
import { inWords } from '../../../i18n/index.ts';
import { kindFor } from '../kinds/index.ts';
import { codeLabel, fieldLabel } from '../labels.ts';
import type { Caller } from '../caller.ts';
import { entityOf, readNames, type Engine } from '../query/index.ts';
import { nestedReferences } from '../writer/index.ts';
import type { ReadPool } from '../../postgres/index.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Names of the records that documents refer to, by entity and id. */
export type DocumentNames = (entity: string, id: unknown) => string;

const isDocument = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a document, or a list of them, whose parts the schema names. */
export const isDescribed = (schema: PropertySchema): boolean =>
  schema.properties !== undefined || schema.items?.properties !== undefined;

/**
 * A document in words: each part after its label, relations by their names, codes by their words. The documents of a list are apart by a
 * semicolon.
 */
export function documentText(
  schema: PropertySchema,
  value: unknown,
  {
    entity,
    digits,
    caller,
    nameOf,
  }: {
    readonly entity: string;
    /** Decimals of the currency. */
    readonly digits: number;
    readonly caller: Caller;
    readonly nameOf: DocumentNames;
  },
): string {
  const textOf = (part: PropertySchema, given: unknown): string => {
    if (given === null || given === undefined || given === '') return '';
    if (Array.isArray(given))
      return given.map((one) => textOf(part.items ?? part, one)).join(part.items?.properties ? '; ' : ', ');
    if (isDocument(given) && part.properties)
      return Object.entries(part.properties)
        .map(([name, inner]) => [fieldLabel(caller, entity, name), textOf(inner, given[name])] as const)
        .filter(([, text]) => text !== '')
        .map(([label, text]) => `${label}: ${text}`)
        .join(', ');
    if (part['x-ref']) return nameOf(part['x-ref'].resource, given);
    if (part['x-codes']) return codeLabel(caller, part['x-codes'], given);
    if (part['x-widget'] === 'words') return inWords(String(given), caller.t);
    if (typeof given === 'object') return JSON.stringify(given);
    return kindFor({ kind: kindOf(part) }).inWords?.(given, digits) ?? String(given);
  };
  return textOf(schema, value);
}

/** Rows as they come, and the names that their documents need: asked for once a record and batch. */
export function namedDocuments(
  pool: ReadPool,
  engine: Engine,
  { entity }: Resource,
  names: readonly string[],
  caller: Caller,
): { readonly nameOf: DocumentNames; through(batches: AsyncIterable<Rows>): AsyncGenerator<Rows> } {
  const documents = names.flatMap((name) => {
    const field = entity.byName.get(name);
    return field && isDocumentField(field) && isDescribed(field.schema) ? [field] : [];
  });
  const known = new Map<string, string>();
  const keyOf = (target: string, id: unknown): string => `${target} ${String(id)}`;
  async function learn(rows: Rows): Promise<void> {
    const wanted = new Map<string, Set<number>>();
    for (const row of rows)
      for (const { name, schema } of documents)
        for (const { entity: target, id } of nestedReferences(schema, row[name], name))
          if (!known.has(keyOf(target, id))) wanted.set(target, (wanted.get(target) ?? new Set()).add(id));
    for (const [target, ids] of wanted) {
      const found = await readNames(pool, engine, entityOf(engine, target), [...ids], caller, { full: true });
      for (const id of ids) known.set(keyOf(target, id), found.get(id) ?? `#${id}`);
    }
  }
  return {
    nameOf: (target, id) => known.get(keyOf(target, id)) ?? `#${String(id)}`,
    async *through(batches) {
      for await (const batch of batches) {
        await learn(batch);
        yield batch;
      }
    },
  };
}
