import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { codes } from '../resources/codes.ts';
import {
  compileModel,
  type CodeTables,
  type Entity,
  type EntitySchema,
  type Field,
  type Model,
} from '../src/framework/model/index.ts';
import { platformCodes } from '../src/framework/platform/codes.ts';
import { schemaName } from '../src/framework/platform/schemaName.ts';
import { vocabularySchema } from './vocabularySchema.ts';

/**
 * Writes what follows from the schemas of an application: the types of what the API says (`types.generated.ts`) and of what the tables
 * hold (`database.generated.ts`). Run after every change of a schema or code table: `npm run generate`. A test fails when it was forgotten.
 */
const ROOT = new URL('../', import.meta.url);
const PLATFORM = new URL('src/framework/platform/', ROOT);
/** For editors: which keywords a schema may use. */
const VOCABULARY = new URL('src/framework/model/vocabulary.generated.json', ROOT);
const BANNER =
  '// Written by scripts/generate.ts from the schemas and code tables. Do not edit: run `npm run generate`.\n';

type JsonSchema = Record<string, unknown>;
type Schemas = Record<string, EntitySchema>;

async function schemasBelow(folder: URL): Promise<Schemas> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.json')).sort();
  const read = async (file: string): Promise<[string, EntitySchema]> => [
    schemaName(file),
    JSON.parse(await readFile(new URL(file, folder), 'utf8')) as EntitySchema,
  ];
  return Object.fromEntries(await Promise.all(files.map(read)));
}

/** All schemas of the application in a folder by name, those that every application has included. */
export async function readSchemas(application: URL = ROOT): Promise<Schemas> {
  return {
    ...(await schemasBelow(new URL('schemas/', PLATFORM))),
    ...(await schemasBelow(new URL('schemas/', application))),
  };
}

const pascal = (name: string): string => name[0]!.toUpperCase() + name.slice(1);
const valuesOf = (model: Model, table: string): (string | number)[] =>
  (model.codes[table] ?? []).map((value) => value.code);
const nullable = (schema: JsonSchema): JsonSchema =>
  'enum' in schema ? { enum: [...(schema['enum'] as unknown[]), null] } : { anyOf: [schema, { type: 'null' }] };

/** A value is always there when the form demands it or the table fills it. */
const certain = (field: Field): boolean => field.required || field.builtIn || field.default !== undefined;

/** Nested documents without our keywords, their coded values as literals. */
function nested(model: Model, schema: JsonSchema): JsonSchema {
  const table = schema['x-codes'];
  if (typeof table === 'string') return { enum: valuesOf(model, table) };
  const plain = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => ['type', 'required', 'const', 'enum'].includes(keyword)),
  );
  if (schema['items']) plain['items'] = nested(model, schema['items'] as JsonSchema);
  if (schema['properties']) {
    plain['properties'] = Object.fromEntries(
      Object.entries(schema['properties'] as JsonSchema).map(([name, part]) => [
        name,
        nested(model, part as JsonSchema),
      ]),
    );
    plain['additionalProperties'] = false;
  }
  return plain;
}

/** The value of a field as the API says it. */
function wireSchema(model: Model, field: Field): JsonSchema {
  const table = field.codes ? { enum: valuesOf(model, field.codes) } : undefined;
  const description = field.schema.description && { description: field.schema.description };
  const orNull = (schema: JsonSchema): JsonSchema => ({
    ...(certain(field) ? schema : nullable(schema)),
    ...description,
  });
  switch (field.kind) {
    case 'integer':
    case 'number':
    case 'money':
    case 'percent':
    case 'ref':
      return orNull({ type: 'number' });
    case 'boolean':
      return orNull({ type: 'boolean' });
    case 'code':
      return field.schema.type === 'string' && !certain(field) && table
        ? { enum: [...table.enum, ''], ...description }
        : orNull(table ?? { type: 'number' });
    case 'refs':
      return { type: 'array', items: { type: 'number' }, ...description };
    case 'files':
      return { type: 'array', items: { type: 'string' }, ...description };
    case 'json':
      return orNull(nested(model, field.schema as JsonSchema));
    case 'computed':
      return { ...(table ?? nested(model, field.schema as JsonSchema)), ...description };
    default:
      return { type: 'string', ...description };
  }
}

/** Titles and further properties of related records that are answered beside an id. */
function relatedSchemas(model: Model, field: Field): [string, JsonSchema][] {
  if (!field.ref || field.kind !== 'ref') return [];
  const target = model.entities.get(field.ref.resource);
  const further = Object.entries(field.ref.with).map(([name, path]): [string, JsonSchema] => {
    const property = target?.byName.get(path);
    return [name, property ? wireSchema(model, property) : { type: 'string' }];
  });
  return [[field.ref.as, { type: 'string' }], ...further];
}

const hidden = (field: Field): boolean => field.readOnly && field.writeOnly;

async function wireType(model: Model, entity: Entity): Promise<string> {
  const shown = entity.fields.filter((field) => !hidden(field));
  const own = shown.map((field): [string, JsonSchema] => [field.name, wireSchema(model, field)]);
  const properties = {
    ...Object.fromEntries(shown.flatMap((field) => relatedSchemas(model, field))),
    ...Object.fromEntries(own),
  };
  const optional = new Set(shown.filter((field) => field.writeOnly).map((field) => field.name));
  const schema = {
    title: pascal(entity.name),
    description: entity.schema.description,
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties).filter((name) => !optional.has(name)),
    properties,
  };
  return compile(schema as Parameters<typeof compile>[0], pascal(entity.name), {
    additionalProperties: false,
    bannerComment: '',
    style: { printWidth: 140, singleQuote: true },
  });
}

/** The document of a json column, as it stands in the generated wire types. */
const documentType = (entity: Entity, field: Field): string =>
  hidden(field) ? 'Record<string, unknown>' : `NonNullable<wire.${pascal(entity.name)}['${field.name}']>`;

function columnType(model: Model, entity: Entity, field: Field): string {
  const literals =
    field.codes &&
    valuesOf(model, field.codes)
      .map((code) => JSON.stringify(code))
      .join(' | ');
  const plain: Partial<Record<Field['kind'], string>> = {
    integer: 'number',
    number: 'number',
    money: 'number',
    percent: 'number',
    ref: 'number',
    boolean: 'boolean',
    refs: 'number[]',
    files: 'string[]',
    code: literals || 'number',
  };
  const orNull = certain(field) ? '' : ' | null';
  if (field.kind === 'dateTime')
    return `ColumnType<Date${orNull}, Date | string${field.builtIn ? ' | undefined' : orNull}, Date | string${orNull}>`;
  if (field.kind === 'json') return `JSONColumnType<${documentType(entity, field)}${orNull}>`;
  const type = `${plain[field.kind] ?? 'string'}${orNull}`;
  return field.default !== undefined || field.name === 'id' ? `Generated<${type}>` : type;
}

function tableType(model: Model, entity: Entity): string {
  const stored = entity.fields.filter((field) => field.kind !== 'computed');
  const columns = stored.map((field) => `  ${field.name}: ${columnType(model, entity, field)};`);
  if (entity.deletion === 'soft') columns.push('  deleteTime: ColumnType<Date | null>;');
  return `export interface ${pascal(entity.name)}Table {\n${columns.join('\n')}\n}\n`;
}

interface Application {
  readonly folder: URL;
  /** Below `folder`. */
  readonly out: string;
  readonly codes: CodeTables;
  readonly scopeEntity?: string;
  /** Whether code of its own reads its tables. */
  readonly tables: boolean;
}

/** What is generated for: the platform of every application, the product, and the examples. */
async function applications(): Promise<Application[]> {
  const examples = new URL('examples/', ROOT);
  const folders = existsSync(examples) ? await readdir(examples, { withFileTypes: true }) : [];
  return [
    { folder: PLATFORM, out: './', codes: platformCodes, tables: false },
    { folder: ROOT, out: 'schemas/', codes, scopeEntity: 'store', tables: true },
    ...(await Promise.all(
      folders.filter((entry) => entry.isDirectory()).map((entry) => exampleIn(new URL(`${entry.name}/`, examples))),
    )),
  ];
}

async function exampleIn(folder: URL): Promise<Application> {
  const own = new URL('resources/codes.ts', folder);
  const { codes: tables = {} } = existsSync(own) ? ((await import(own.href)) as { codes?: CodeTables }) : {};
  return { folder, out: 'schemas/', codes: { ...platformCodes, ...tables }, tables: false };
}

async function generateFor({
  folder,
  out,
  codes: tables,
  scopeEntity,
  tables: withTables,
}: Application): Promise<[URL, string][]> {
  const model = compileModel({ schemas: await readSchemas(folder), resources: [], codes: tables, scopeEntity });
  const entities = [...model.entities.values()];
  const wire = [];
  for (const entity of entities) wire.push(await wireType(model, entity));
  const file = (name: string): URL => new URL(out + name, folder);
  const types = `${BANNER}// Records as the API says them: money in THB, times as wall clock, codes as numbers or words.\n\n${wire.join('\n')}`;
  if (!withTables) return [[file('types.generated.ts'), types]];
  const index = entities.map((entity) => `  ${entity.name}: ${pascal(entity.name)}Table;`);
  const database =
    `${BANNER}// Rows as PostgreSQL holds them: money in satang, times as instants.\n` +
    `import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';\nimport type * as wire from './types.generated.ts';\n\n` +
    `${entities.map((entity) => tableType(model, entity)).join('\n')}\n/** For \`Kysely<Tables>\`. */\nexport interface Tables {\n${index.join('\n')}\n}\n\n` +
    `/** One row as it is read: \`RowOf<'order'>\`. */\nexport type RowOf<Name extends keyof Tables> = Selectable<Tables[Name]>;\n`;
  return [
    [file('types.generated.ts'), types],
    [file('database.generated.ts'), database],
  ];
}

/** The generated files and what must stand in them. Throws ModelError when a schema is wrong. */
export async function generate(): Promise<[URL, string][]> {
  const files = [];
  for (const application of await applications()) files.push(...(await generateFor(application)));
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(VOCABULARY, `${JSON.stringify(vocabularySchema(), null, 2)}\n`);
  for (const [file, text] of await generate()) await writeFile(file, text);
}
