import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { plural } from '../cli/application/plural.ts';
import { neededKeys, textsOf } from '../cli/check/labels.ts';
import { mergeCatalogues, type Catalogue } from '../src/i18n/catalogue.ts';
import { isDerived } from '../src/locale/index.ts';
import { compileModel, humanise, humaniseCode, type CodeTables, type Model } from '../src/model/index.ts';
import { platformCodes } from '../src/platform/codes.ts';
import { withPlatform } from '../src/platform/index.ts';
import {
  findFiles,
  findLocale,
  FRAMEWORK_TEXTS,
  generalFor,
  PLATFORM,
  readConfig,
  readDeclarations,
  readOwn,
  readSchemas,
  readWholeDashboards,
} from './declared.ts';

/** What an application is called until its texts say otherwise: as its package is, else as its folder. */
export async function titleOf(root: string): Promise<string> {
  const file = path.join(root, 'package.json');
  const named = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as { name?: string }).name : undefined;
  return humanise((named ?? path.basename(path.resolve(root))).replace(/^@[^/]*\//, '')) || 'Application';
}

/** What the names of a program say of a key: `resources.spareParts.title` → `Spare parts`. */
export function derivedText(key: string): string {
  const parts = key.split('.');
  const last = parts.at(-1)!;
  if (parts[0] === 'resources' && parts.length === 3)
    return last === 'title' ? plural(humanise(parts[1]!)) : humanise(parts[1]!);
  return humanise(last.split('/').at(-1)!);
}

const nested = (path: readonly string[], text: string): Catalogue =>
  path.reduceRight<Catalogue | string>((within, part) => ({ [part]: within }), text) as Catalogue;

/** The keys and the codes of a model as a catalogue of what their names say. Codes may have dots of their own. */
function namesOf(model: Model, known: ReadonlyMap<string, string>): Catalogue {
  const keys = neededKeys(model).filter((key) => !key.startsWith('codes.') && !known.has(key));
  const codes = Object.entries(model.codes).flatMap(([table, values]) =>
    values
      .filter(({ code }) => !known.has(`codes.${table}.${code}`))
      .map(({ code }) => nested(['codes', ...table.split('.'), String(code)], humaniseCode(code))),
  );
  return mergeCatalogues(...keys.map((key) => nested(key.split('.'), derivedText(key))), ...codes);
}

async function modelOf(root: string): Promise<Model> {
  const [files, platform, own, codes, dashboards, locale, { codes: plugged }] = await Promise.all([
    findFiles(root),
    readSchemas(PLATFORM),
    readSchemas(root),
    readOwn<CodeTables>(root, 'resources/codes.ts', 'codes'),
    readWholeDashboards(root),
    findLocale(root),
    readConfig(root),
  ]);
  const declarations = [...(await readDeclarations(files)).values()] as never[];
  return compileModel({
    schemas: { ...platform, ...own },
    resources: withPlatform([], declarations),
    codes: { ...platformCodes, ...plugged, ...codes },
    dashboards,
    locale,
    scopeEntity: scopeOf(own),
  });
}

/** Entity whose ids make up a user's data scope: the one whose own id is its `x-scope`. */
export const scopeOf = (schemas: Awaited<ReturnType<typeof readSchemas>>): string | undefined =>
  Object.entries(schemas).find(([, schema]) => schema['x-scope'] === 'id')?.[0];

/**
 * The texts of an application that has written down none in its English: what its names say. In every other case its title alone, which its
 * own texts replace. What plug-ins say is laid over both.
 */
export async function derivedTexts(root: string, language: string): Promise<Catalogue> {
  const { texts = {} } = await readConfig(root);
  const title: Catalogue = mergeCatalogues({ app: { title: await titleOf(root) } }, texts[language] ?? {});
  if (!isDerived(language) || existsSync(path.join(root, 'i18n', `${language}.json`))) return title;
  const general = await readFile(path.join(FRAMEWORK_TEXTS, `${(await generalFor(language)) ?? ''}.json`), 'utf8');
  const known = textsOf(JSON.parse(general));
  return mergeCatalogues(namesOf(await modelOf(root), known), title);
}
