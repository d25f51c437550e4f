import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  compileModel,
  ModelError,
  type EntitySchema,
  type Model,
  type ResourceDeclaration,
} from '../../src/framework/model/index.ts';
import english from 'ra-language-english';
import {
  frameworkCatalogue,
  languagesOf,
  readableSchemas,
  readApplication,
  type ApplicationSource,
  type Declaration,
  type Finding,
} from '../application/readApplication.ts';
import { meantLanguage } from '../../src/framework/locale/index.ts';
import { generatedFiles } from '../generate.ts';
import { checkDeclaration } from './declaration.ts';
import { unregisteredIcons } from './icons.ts';
import {
  badTexts,
  foreignTexts,
  missingKeys,
  neededKeys,
  notTexts,
  textsAndGroups,
  textsOf,
  untranslated,
} from './labels.ts';
import { readRegistered, unregistered } from './registered.ts';

/** The language in which texts are compared. */
const REFERENCE = 'en-US';

type Level = Finding['level'];
type Report = (level: Level, file: string, pointer: string, message: string) => void;

/**
 * Every mistake in the schemas, resource files and labels of an application, with its place. Errors keep the application from working as
 * its files say; warnings are worth a look. Nothing is run but the resource files, which are data.
 */
export async function checkApplication(folder: string): Promise<Finding[]> {
  const source = await readApplication(folder);
  const findings = [...source.findings];
  const jsonFiles = new Map(
    [...source.schemas.values(), ...source.catalogues.values()].map((file) => [file.file, file]),
  );
  const report: Report = (level, file, pointer, message) => {
    const place = jsonFiles.get(file)?.locate(pointer);
    findings.push({ level, file, pointer, ...place, message });
  };

  const declarations = soundDeclarations(source, report);
  checkInternalFolder(source, report);
  const registered = await readRegistered(folder);
  const model = compile(source, declarations, registered.keys, report);
  if (model) {
    for (const { of, entity, pointer, message } of unregistered(model, registered)) {
      const file = of === 'schema' ? source.schemas.get(entity)!.file : source.declarations.get(entity)!.file;
      report('error', file, pointer, message);
    }
    const own = [...model.resources.values()].filter(({ name }) => ownFile(source, name));
    const icons = await unregisteredIcons(folder, own);
    if (icons && icons.icons.length > 0)
      report('error', icons.file, '', `these icons are used and not registered: ${icons.icons.join(', ')}`);
  }
  await checkLabels(source, model, report);
  if (model) await checkGenerated(source, model, report);
  const order = new Map<Level, number>([['error', 0], ['warning', 1]]); // prettier-ignore
  return findings.sort(
    (a, b) =>
      order.get(a.level)! - order.get(b.level)! ||
      a.file.localeCompare(b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      a.pointer.localeCompare(b.pointer),
  );
}

/** Whether a resource is declared by the application, not by the framework. */
const ownFile = (source: ApplicationSource, name: string): boolean =>
  source.declarations.get(name)?.file.startsWith('resources/') ?? false;

/** The declarations that have the form of one; mistakes of the others are said. */
function soundDeclarations(source: ApplicationSource, report: Report): Declaration[] {
  return [...source.declarations].flatMap(([name, { file, declaration }]) => {
    const mistakes = checkDeclaration(declaration);
    for (const { pointer, message } of mistakes) report('error', file, pointer, message);
    if (mistakes.length > 0) return [];
    const { schema } = declaration as Declaration;
    if (schema !== name) {
      report('error', file, '/schema', `the file of "${schema}" is called ${schema}.ts`);
      return [];
    }
    return [declaration as Declaration];
  });
}

/** The browser knows by the folder alone, without loading a schema, whether it has screens. */
function checkInternalFolder(source: ApplicationSource, report: Report): void {
  for (const { file, value } of source.schemas.values()) {
    const inFolder = /(^|\/)internal\/[^/]+$/.test(file);
    const internal = (value as EntitySchema | null | undefined)?.['x-internal'] === true;
    if (value !== undefined && inFolder && !internal)
      report('error', file, '', 'stands in schemas/internal, but without "x-internal": true');
    if (!inFolder && internal) report('error', file, '/x-internal', 'such schemas stand in schemas/internal');
  }
}

/** The model, undefined when it does not compile; its mistakes are said. */
function compile(
  source: ApplicationSource,
  declarations: readonly Declaration[],
  keys: ReadonlySet<string>,
  report: Report,
): Model | undefined {
  const schemas = readableSchemas(source);
  const unreadable = new Set([...source.schemas.keys()].filter((name) => !(name in schemas)));
  try {
    return compileModel({
      schemas,
      locale: source.locale,
      resources: declarations as readonly ResourceDeclaration<never>[],
      codes: source.codes,
      scopeEntity: source.scopeEntity,
      unreadable,
      keys,
    });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    for (const { file, pointer, message } of error.problems) {
      const name = path.basename(file).replace(/\.\w+$/, '');
      const found = file.startsWith('schemas/') ? source.schemas.get(name) : source.declarations.get(name);
      report('error', found?.file ?? file, pointer, message);
    }
    return undefined;
  }
}

async function checkLabels(source: ApplicationSource, model: Model | undefined, report: Report): Promise<void> {
  const readable = languagesOf(source).filter((language) => source.catalogues.get(language)?.value !== undefined);
  const texts = new Map(
    readable.map((language) => [
      language,
      new Map([
        ...textsOf(source.frameworkTexts.get(language) ?? {}),
        ...textsOf(source.catalogues.get(language)!.value),
      ]),
    ]),
  );
  const needed = model ? neededKeys(model) : [];
  const general = textsOf(await frameworkCatalogue(REFERENCE));
  const inEnglish = new Map([
    ...general,
    ...(texts.get(meantLanguage(REFERENCE, source.locale?.languages ?? []) ?? '') ?? []),
  ]);
  // In a language that the framework does not speak, the application says what the framework and react-admin say.
  const everything = [...general.keys(), ...textsOf(english).keys()];
  for (const [language, own] of texts) {
    const { file } = source.catalogues.get(language)!;
    const at = (key: string): string => `/${key.replaceAll('.', '/')}`;
    for (const key of notTexts(source.catalogues.get(language)!.value))
      report('error', file, at(key), 'here stands a text or a group of texts');
    const others = [...texts.values()];
    const missing = new Set(
      missingKeys(own, source.frameworkTexts.has(language) ? needed : [...everything, ...needed]),
    );
    for (const key of missing) report('error', file, at(key), `the text "${key}" is missing`);
    for (const key of untranslated(own, others))
      if (!missing.has(key)) report('error', file, at(key), `the text "${key}" is missing; another language has it`);
    for (const { key, message } of badTexts(own, inEnglish)) report('error', file, at(key), message);
    for (const key of textsAndGroups(own)) report('error', file, at(key), `"${key}" is a text and a group of texts`);
    for (const key of foreignTexts(language, own))
      report('warning', file, at(key), 'the text stands in the script of another language');
  }
}

/** Generated text without what formatting adds and takes away. */
const essence = (text: string): string => text.replace(/[\s'"|;,()]/g, '');

async function checkGenerated(source: ApplicationSource, model: Model, report: Report): Promise<void> {
  for (const [file, text] of await generatedFiles(source.folder, model, false)) {
    const written = existsSync(file) ? await readFile(file, 'utf8') : undefined;
    if (written !== undefined && essence(written) === essence(text)) continue;
    const place = path.relative(source.folder, file).split(path.sep).join('/');
    const what = written === undefined ? 'is missing' : 'is not what the schemas say';
    report('error', place, '', `${what}: run \`npm run generate\``);
  }
}
