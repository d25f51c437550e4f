import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isObject } from '../../../src/model/shapes.ts';
import { readJson } from '../../application/json.ts';
import { UsageError } from '../../application/options.ts';

/** A schema of an OpenAPI document, 3.0 or 3.1. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly nullable?: boolean;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number | boolean;
  readonly exclusiveMaximum?: number | boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: DocumentSchema;
  readonly prefixItems?: readonly DocumentSchema[];
  readonly additionalProperties?: boolean | DocumentSchema;
  readonly not?: unknown;
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly DocumentSchema[];
  readonly anyOf?: readonly DocumentSchema[];
  readonly oneOf?: readonly DocumentSchema[];
}

export type DocumentSchemas = Readonly<Record<string, DocumentSchema>>;

/** The component schemas of a document. Throws UsageError for what is no OpenAPI 3 document. */
export function schemasOf(document: unknown): DocumentSchemas {
  if (!isObject(document)) throw new UsageError('the document is no OpenAPI document');
  if (!/^3\.[01]/.test(String(document['openapi'])))
    throw new UsageError(
      `OpenAPI 3.0 and 3.1 are read; this is ${String(document['openapi'] ?? document['swagger'] ?? 'neither')}`,
    );
  const components = document['components'];
  const schemas = isObject(components) ? components['schemas'] : undefined;
  if (!isObject(schemas) || Object.keys(schemas).length === 0)
    throw new UsageError('the document has no components/schemas');
  return schemas as DocumentSchemas;
}

/** Reads a JSON or YAML file. Throws UsageError that says where it cannot be read. */
export async function readDocument(file: string): Promise<DocumentSchemas> {
  const text = await readFile(path.resolve(file), 'utf8').catch((): never => {
    throw new UsageError(`there is no file ${file}`);
  });
  if (!/\.ya?ml$/i.test(file)) {
    const { value, mistakes } = readJson(text);
    const [mistake] = mistakes;
    if (mistake) throw new UsageError(`${file}:${mistake.line}:${mistake.column} ${mistake.message}`);
    return schemasOf(value);
  }
  const { load } = await import('js-yaml');
  try {
    return schemasOf(load(text));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file}: ${(error as Error).message.split('\n')[0]}`);
  }
}
