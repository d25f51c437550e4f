import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compileModel, type Model } from '../src/model/index.ts';
import { applicationFolder, runCommand, UsageError } from './application/options.ts';
import { PLATFORM, readableSchemas, PACKAGE, readApplication, ROOT } from './application/readApplication.ts';
import { generatedNames } from './generate/names.ts';
import { tableType } from './generate/tableTypes.ts';
import { vocabularySchema } from './generate/vocabularySchema.ts';
import { pascal, propertyName, wireType } from './generate/wireTypes.ts';

/**
 * Writes what follows from the schemas of an application: the types of what the API says (`types.generated.ts`) and, where code of its own
 * reads its tables, of what they hold (`database.generated.ts`). Run after every change of a schema or code table: `npm run generate`. A test
 * fails when it was forgotten.
 */
const BANNER =
  '// Written by packages/forecourt/cli/generate.ts from the schemas and code tables. Do not edit: run `npm run generate`.\n';
/** For editors: which keywords a schema may use. */
const VOCABULARY = path.join(PACKAGE, 'src/model/vocabulary.generated.json');

type Files = [file: string, text: string][];

/** What follows from a model, by the files that it stands in. An application without code has no `database.generated.ts`. */
export async function generatedFiles(folder: string, model: Model, format = true): Promise<Files> {
  const [records, rows] = generatedNames(folder);
  const entities = [...model.entities.values()];
  const wire = [];
  for (const entity of entities) wire.push(await wireType(model, entity, format));
  const types = `${BANNER}// Records as the API says them: amounts in the application's currency, times as wall clock, codes as numbers or words.\n\n${wire.join('\n')}`;
  if (!existsSync(rows)) return [[records, types]];
  const index = entities.map((entity) => `  ${propertyName(entity.name)}: ${pascal(entity.name)}Table;`);
  const database =
    `${BANNER}// Rows as PostgreSQL holds them: amounts in minor units of the currency, times as instants.\n` +
    `import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';\nimport type * as wire from './types.generated.ts';\n\n` +
    `${entities.map((entity) => tableType(model, entity)).join('\n')}\n/** For \`Kysely<Tables>\`. */\nexport interface Tables {\n${index.join('\n')}\n}\n\n` +
    `/** One row as it is read: \`RowOf<'order'>\`. */\nexport type RowOf<Name extends keyof Tables> = Selectable<Tables[Name]>;\n`;
  return [
    [records, types],
    [rows, database],
  ];
}

async function filesOf(folder: string): Promise<Files> {
  const source = await readApplication(folder);
  const unread = [...source.schemas.values()].find((schema) => schema.mistakes.length > 0);
  if (unread) throw new UsageError(`${unread.file} cannot be read: npm run check says why`);
  const { codes, scopeEntity, locale } = source;
  const model = compileModel({ schemas: readableSchemas(source), resources: [], codes, scopeEntity, locale });
  return generatedFiles(folder, model);
}

/** Whether the package itself is worked on here, or only used. */
const OWN_REPOSITORY = !path.relative(ROOT, PACKAGE).startsWith('..') && !PACKAGE.includes('node_modules');

/** Every folder that types are generated for: the platform of every application, the product, and the examples. */
async function allFolders(): Promise<string[]> {
  if (!OWN_REPOSITORY) return [applicationFolder(undefined)];
  const examples = path.join(ROOT, 'examples');
  const entries = existsSync(examples) ? await readdir(examples, { withFileTypes: true }) : [];
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(examples, entry.name));
  return [PLATFORM, ROOT, ...folders];
}

/**
 * The generated files and what must stand in them, for one application or for all that are in the repository. Throws ModelError when a
 * schema is wrong.
 */
export async function generate(folder?: string): Promise<Files> {
  const files: Files = [];
  for (const one of folder === undefined ? await allFolders() : [folder]) files.push(...(await filesOf(one)));
  if (folder === undefined && OWN_REPOSITORY)
    files.push([VOCABULARY, `${JSON.stringify(vocabularySchema(), null, 2)}\n`]);
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runCommand(async () => {
    const { values } = parseArgs({ options: { app: { type: 'string' } } });
    for (const [file, text] of await generate(values.app && applicationFolder(values.app))) await writeFile(file, text);
    return 0;
  });
