import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { linkFramework } from '../application/linkFramework.ts';
import type { Catalogue } from '../../src/i18n/index.ts';
import { compileModel, ModelError, type CodeTables, type Model } from '../../src/model/index.ts';
import { unescapePointer } from '../../src/model/shapes.ts';
import { withoutMistakes, type Problem } from '../../src/model/vocabulary.ts';
import {
  codeLabel,
  declarationFile,
  declarationOf,
  entityTexts,
  schemaFile,
  type NewEntity,
} from '../application/newEntity.ts';
import { formatted } from '../application/formatted.ts';
import { UsageError } from '../application/options.ts';
import { languagesOf, readableSchemas, ROOT, type ApplicationSource } from '../application/readApplication.ts';
import { addTexts, withTexts } from '../application/texts.ts';
import { generate } from '../generate.ts';
import { applicationTexts, startFiles } from './startFiles.ts';
import type { Imported, ImportedEntity, Note } from './imported.ts';

export interface Written {
  readonly files: readonly string[];
  /** Whether the folder lies where an application can be built: within the repository, whose packages it uses. */
  readonly startable: boolean;
  readonly notes: readonly Note[];
}

const entityOf = (file: string): string => path.basename(file, '.json');

/** The entity without the properties that have these mistakes; undefined where the mistake is the entity's own. */
function withoutProperties(entity: ImportedEntity, problems: readonly Problem[]): ImportedEntity | undefined {
  const gone = problems.map(({ pointer }) => /^\/properties\/([^/]+)/.exec(pointer)?.[1]);
  if (gone.includes(undefined)) return undefined;
  const names = new Set(gone.map((name) => unescapePointer(name!)));
  const kept = <T>([name]: readonly [string, T]): boolean => !names.has(name);
  const { schema } = entity;
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(kept));
  // What names the property goes with it: titles, searches, uniqueness.
  const { type, description, required } = schema;
  const title = (schema['x-title'] ?? []).filter((name) => !names.has(name));
  return {
    ...entity,
    schema: {
      type,
      ...(description !== undefined && { description }),
      required: (required ?? []).filter((name) => !names.has(name)),
      ...(title.length > 0 && { 'x-title': title }),
      properties,
    },
  };
}

/**
 * Compiles what was imported. What the model refuses (a pattern of another dialect, a code that is none) is taken out and noted: first the
 * keyword, then the property, at last the entity. An imported folder has no mistakes.
 */
function compileImported(source: ApplicationSource, imported: Imported): { model: Model; imported: Imported } {
  const { codes, notes } = imported;
  const tables: CodeTables = Object.fromEntries(
    Object.entries(codes).map(([table, values]) => [table, values.map((code) => ({ code }))]),
  );
  try {
    const model = compileModel({
      schemas: {
        ...readableSchemas(source),
        ...Object.fromEntries(imported.entities.map(({ name, schema }) => [name, schema])),
      },
      resources: [],
      codes: { ...source.codes, ...tables },
      scopeEntity: source.scopeEntity,
      locale: source.locale,
    });
    const isRelation = ({ resource, field }: ImportedEntity['related'][number]): boolean =>
      model.entities.get(resource)?.byName.get(field)?.ref !== undefined;
    const entities = imported.entities.map((entity) => ({ ...entity, related: entity.related.filter(isRelation) }));
    return { model, imported: { ...imported, entities } };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const mistakesOf = (name: string) => error.problems.filter(({ file }) => entityOf(file) === name);
    const lost = error.problems.map(({ file, pointer, message }) => ({
      what: `${entityOf(file)}${pointer}`,
      why: `left out: ${message}`,
    }));
    const entities = imported.entities.flatMap((entity) => {
      const mistakes = mistakesOf(entity.name);
      const schema = mistakes.length === 0 ? entity.schema : withoutMistakes(entity.schema, mistakes);
      if (schema && JSON.stringify(schema) !== JSON.stringify(entity.schema)) return [{ ...entity, schema }];
      return mistakes.length === 0 ? [entity] : (withoutProperties(entity, mistakes) ?? []);
    });
    if (JSON.stringify(entities) === JSON.stringify(imported.entities)) throw error;
    return compileImported(source, { entities, codes, notes: [...notes, ...lost] });
  }
}

/** A declaration with everything inferred, and a page of its own where other records belong to it. */
function withRelated(
  model: Model,
  { name, schema, labels, related }: ImportedEntity,
  group: string,
  index: number,
): NewEntity {
  const declared = declarationOf(model, name, { group, sort: (index + 1) * 10, icon: 'TableRows' });
  if (related.length === 0) return { name, schema, labels, declaration: declared };
  const route = { ...declared.route, show: `${declared.route!.list}/detail/:id` };
  return { name, schema, labels, declaration: { ...declared, route, show: { related } } };
}

async function codesFile(codes: Imported['codes']): Promise<string> {
  const tables = Object.entries(codes).map(
    ([table, values]) => `${table}: [${values.map((code) => `{ code: ${JSON.stringify(code)} }`).join(', ')}],`,
  );
  const text = `import { platformCodes, type CodeTables } from 'forecourt/model';

/** Every code table, those of the framework included. Labels are \`codes.<table>.<code>\`. */
export const codes = { ...platformCodes, ${tables.join('\n')} } as const satisfies CodeTables;
`;
  return formatted(text);
}

function codeTexts(codes: Imported['codes']): Catalogue {
  const tables = Object.entries(codes).map(([table, values]) => [
    table,
    Object.fromEntries(values.map((code) => [String(code), codeLabel(code)])),
  ]);
  return tables.length === 0 ? {} : { codes: Object.fromEntries(tables) as Catalogue };
}

/**
 * Writes what was imported as the folder of an application: schemas, resource files, code tables and labels in the languages of the
 * application, then the types.
 * Never overwrites: throws UsageError when one of the files is there. Returns what it wrote,
 * and what could not be carried over.
 */
export async function writeImported(source: ApplicationSource, read: Imported, group: string): Promise<Written> {
  const { folder } = source;
  if (read.entities.length === 0) throw new UsageError('there is nothing to import');
  await mkdir(path.join(folder, 'i18n'), { recursive: true });
  const { model, imported } = compileImported(source, read);
  const entities = imported.entities.map((entity, index) => withRelated(model, entity, group, index));
  const files: [string, string][] = entities.map((entity) => [
    `schemas/${entity.name}.json`,
    schemaFile(folder, entity.schema),
  ]);
  for (const entity of entities)
    files.push([`resources/${entity.name}.ts`, await declarationFile(entity, entity.declaration!)]);
  files.push(['resources/codes.ts', await codesFile(imported.codes)]);
  // An application that is there already has its own.
  const start = [...startFiles(source, group)].filter(([file]) => !existsSync(path.join(folder, file)));
  files.push(...start);
  const there = files.filter(([file]) => existsSync(path.join(folder, file))).map(([file]) => file);
  if (there.length > 0) throw new UsageError(`nothing was written, for these exist: ${there.join(', ')}`);
  for (const [file, text] of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text, { flag: 'wx' });
  }
  const texts = entities.map((entity) => entityTexts(source, entity));
  const all = (language: string): Catalogue =>
    [...texts.map((one) => one.get(language)!), codeTexts(imported.codes), applicationTexts(folder)].reduce(
      withTexts,
      {},
    );
  const written = await addTexts(folder, new Map(languagesOf(source).map((language) => [language, all(language)])));
  await linkFramework(folder);
  const generated = await generate(folder);
  for (const [file, text] of generated) await writeFile(file, text);
  return {
    files: [...files.map(([file]) => file), ...written, ...generated.map(([file]) => path.relative(folder, file))],
    startable: !path.relative(ROOT, folder).startsWith('..'),
    notes: imported.notes,
  };
}
