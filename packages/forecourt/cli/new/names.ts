import { unusable } from '../../src/model/names.ts';
import { FRAMEWORK_MIGRATIONS } from '../../src/server/data/tables/framework.ts';
import { camelCase } from '../application/newEntity.ts';
import { UsageError } from '../application/options.ts';
import type { ApplicationSource } from '../application/readApplication.ts';
import type { FieldSpec } from './grammar.ts';

const NAME = /^[a-z][A-Za-z0-9]{0,39}$/;
/** Columns that every table has, or may have. */
const BUILT_IN_FIELDS = ['id', 'createTime', 'updateTime', 'deleteTime'];
/** Files beside the declarations, and folders beside the schemas. */
const OTHER_FILES = ['codes', 'index', 'internal'];
const FRAMEWORK_TABLES = FRAMEWORK_MIGRATIONS.flatMap(({ sql }) =>
  [...sql.matchAll(/create table (?:if not exists )?"?(\w+)"?/g)].map((match) => match[1]!),
);
/** Words of TypeScript that its types cannot be called after. */
const TYPES = [
  'any',
  'boolean',
  'never',
  'null',
  'number',
  'object',
  'string',
  'symbol',
  'undefined',
  'unknown',
  'void',
];

const suggestion = (name: string): string => {
  const better = camelCase(name);
  return NAME.test(better) && better !== name ? `: ${better}?` : ', like carPark';
};

/** Refuses a name that a new entity should not have in this application. Throws UsageError with what to do instead. */
export function requireEntityName(source: ApplicationSource, name: string): void {
  if (!NAME.test(name))
    throw new UsageError(`"${name}" is no name: letters and digits, the first one small${suggestion(name)}`);
  requireFreeName(source, name);
}

/** Refuses a name that no entity can have in this application, or that is taken. Throws UsageError. */
export function requireFreeName(source: ApplicationSource, name: string): void {
  const why = unusable(name);
  if (why) throw new UsageError(why);
  if ([...OTHER_FILES, ...TYPES].includes(name))
    throw new UsageError(`"${name}" means something else here: choose another name`);
  if (FRAMEWORK_TABLES.includes(name))
    throw new UsageError(`"${name}" is a table of the framework itself: choose another name`);
  const same = [...source.schemas].find(([other]) => other.toLowerCase() === name.toLowerCase());
  if (same?.[1].file.includes('forecourt/src/platform/'))
    throw new UsageError(`${same[0]} is an entity of the framework: choose another name`);
  if (same) throw new UsageError(`${same[0]} exists: ${same[1].file}. Edit it, or choose another name`);
  if (source.declarations.has(name)) throw new UsageError(`${source.declarations.get(name)!.file} exists`);
}

/** Refuses names that fields cannot have beside each other. Throws UsageError. */
export function requireFieldNames(fields: readonly FieldSpec[]): void {
  const names = new Set(fields.map((field) => field.name));
  for (const { name, property } of fields) {
    if (!NAME.test(name))
      throw new UsageError(`"${name}" is no field name: letters and digits, the first one small${suggestion(name)}`);
    if (BUILT_IN_FIELDS.includes(name)) throw new UsageError(`every table has "${name}" already: leave it out`);
    const title = property['x-ref'] && `${name.replace(/Ids?$/, '')}Name`;
    if (title && names.has(title))
      throw new UsageError(
        `"${title}" is what ${name} answers beside itself: call the field "${title}" something else`,
      );
  }
}
