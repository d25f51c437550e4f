import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { linkFramework } from '../application/linkFramework.ts';
import { compileModel, ModelError, type EntitySchema, type Model } from '../../src/model/index.ts';
import { declarationFile, declarationOf, entityTexts, schemaFile, type NewEntity } from '../application/newEntity.ts';
import { UsageError } from '../application/options.ts';
import { readableSchemas, type ApplicationSource, type Declaration } from '../application/readApplication.ts';
import { addTexts } from '../application/texts.ts';
import { generate } from '../generate.ts';
import { parseFields } from './grammar.ts';
import { requireEntityName, requireFieldNames } from './names.ts';

/** What somebody wants to have. */
export interface ResourceRequest {
  readonly name: string;
  /** In the grammar of grammar.ts. */
  readonly fields: string;
  readonly group: string;
  readonly icon: string;
  /** Whether the schema gets a resource file; without one everything is inferred. */
  readonly declared: boolean;
  readonly labels: NewEntity['labels'];
}

/** Compiles the application with the new entity. What does not fit is said in the words of the request. */
function compileWith(source: ApplicationSource, name: string, schema: EntitySchema, declaration?: Declaration): Model {
  const others = [...source.declarations.values()].map((file) => file.declaration as Declaration);
  try {
    return compileModel({
      schemas: { ...readableSchemas(source), [name]: schema },
      resources: [...others, ...(declaration ? [declaration] : [])] as never,
      codes: source.codes,
      locale: source.locale,
      scopeEntity: source.scopeEntity,
    });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const own = error.problems.filter(({ file }) => path.basename(file).replace(/\.\w+$/, '') === name);
    if (own.length === 0) throw new UsageError('the application has mistakes of its own: npm run check names them');
    throw new UsageError(
      own.map(({ pointer, message }) => `${pointer.replace(/^\/properties\/(\w+).*/, '$1')}: ${message}`).join('\n'),
    );
  }
}

/**
 * The schema, declaration and labels that a request asks for. Throws UsageError for names that are taken or cannot be, and for kinds,
 * relations and code tables that do not exist.
 */
export function planResource(source: ApplicationSource, request: ResourceRequest): NewEntity {
  const { name, group, icon, labels } = request;
  if (source.findings.some(({ level }) => level === 'error'))
    throw new UsageError('the application has mistakes of its own: npm run check names them');
  requireEntityName(source, name);
  if (!/^[a-z][A-Za-z0-9]*$/.test(group)) throw new UsageError(`"${group}" is no menu group: a word like basics`);
  const fields = parseFields(request.fields, source.codes);
  if (fields.length === 0) throw new UsageError('say which fields it has: --fields "name:string! price:money"');
  requireFieldNames(fields);
  const required = fields.filter((field) => field.required).map((field) => field.name);
  const search = fields
    .filter(({ property: { type, format, pattern, ...more } }) => type === 'string' && !format && !pattern && !more['x-codes'] && !more['x-widget'] && !more['x-compute'])
    .map((field) => field.name); // prettier-ignore
  const schema: EntitySchema = {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    ...(search.length > 0 ? { 'x-search': search } : {}),
    properties: Object.fromEntries(fields.map((field) => [field.name, field.property])),
  };
  const model = compileWith(source, name, schema);
  if (!request.declared) return { name, schema, labels };
  const sorts = [...model.resources.values()].flatMap(({ menu }) => (menu?.group === group ? [menu.sort] : []));
  const declaration = declarationOf(model, name, { group, sort: Math.max(0, ...sorts) + 10, icon });
  compileWith(source, name, schema, declaration);
  return { name, schema, declaration, labels };
}

/** Writes the files of a new entity, adds its labels and generates the types. Never overwrites. Returns what it wrote. */
export async function writeResource(source: ApplicationSource, entity: NewEntity): Promise<string[]> {
  const { folder } = source;
  const files: [string, string][] = [[`schemas/${entity.name}.json`, schemaFile(folder, entity.schema)]];
  if (entity.declaration)
    files.push([`resources/${entity.name}.ts`, await declarationFile(entity, entity.declaration)]);
  for (const [file, text] of files) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text, { flag: 'wx' });
  }
  await linkFramework(folder);
  const texts = await addTexts(folder, entityTexts(source, entity));
  const generated = await generate(folder);
  for (const [file, text] of generated) await writeFile(file, text);
  return [...files.map(([file]) => file), ...texts, ...generated.map(([file]) => path.relative(folder, file))];
}
