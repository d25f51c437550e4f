import { CONDITION_KEYWORDS } from './conditions.ts';

/** One mistake in a schema or resource: where it is and what to do about it. */
export interface Problem {
  readonly file: string;
  /** JSON pointer into the file (`/properties/minDays/x-widget`). */
  readonly pointer: string;
  readonly message: string;
}

const PROPERTY_KEYWORDS = new Set([
  'type',
  'format',
  'enum',
  'const',
  'default',
  'readOnly',
  'writeOnly',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'description',
  'x-ref',
  'x-codes',
  'x-unique',
  'x-index',
  'x-mask',
  'x-sensitive',
  'x-widget',
  'x-show',
  'x-edit',
  'x-require',
  'x-access',
  'x-compute',
  'x-after',
  'x-message',
]);

const ENTITY_KEYWORDS = new Set([
  '$schema',
  '$id',
  'title',
  'description',
  'type',
  'required',
  'additionalProperties',
  'properties',
  'x-title',
  'x-search',
  'x-scope',
  'x-zone',
  'x-unique',
  'x-index',
  'x-states',
  'x-exclude',
  'x-delete',
  'x-log',
  'x-internal',
]);

const VALUES: Readonly<Record<string, readonly string[]>> = {
  'x-widget': [
    'money',
    'text',
    'image',
    'images',
    'file',
    'files',
    'secret',
    'phone',
    'geo-area',
    'geo-point',
    'percent',
    'time',
    'eighths',
  ],
  'x-mask': ['phone', 'name', 'idCard'],
  'x-delete': ['soft', 'never'],
  format: ['date', 'date-time', 'time', 'email', 'uri'],
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const escape = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

/** The known keyword nearest to a misspelt one, when it is near enough to be meant. */
function nearest(word: string, known: Iterable<string>): string {
  const distance = (a: string, b: string): number => {
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++)
        next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      row = next;
    }
    return row[b.length]!;
  };
  const best = [...known].map((one) => ({ one, far: distance(word, one) })).sort((a, b) => a.far - b.far)[0];
  return best && best.far <= 3 ? `; did you mean "${best.one}"?` : '';
}

/** Every keyword of a schema file that the vocabulary does not know, or that has a value it cannot have. */
export function checkVocabulary(file: string, schema: unknown): Problem[] {
  const problems: Problem[] = [];
  const say = (pointer: string, message: string): void => void problems.push({ file, pointer, message });

  const keywords = (object: Record<string, unknown>, known: ReadonlySet<string>, pointer: string): void => {
    for (const [keyword, value] of Object.entries(object)) {
      const at = `${pointer}/${escape(keyword)}`;
      if (!known.has(keyword)) say(at, `unknown keyword "${keyword}"${nearest(keyword, known)}`);
      else if (VALUES[keyword] && !VALUES[keyword].includes(value as string)) {
        say(
          at,
          `"${String(value)}" is not one of ${VALUES[keyword].join(', ')}${nearest(String(value), VALUES[keyword])}`,
        );
      }
    }
  };

  const condition = (value: unknown, pointer: string): void => {
    if (!isObject(value)) return say(pointer, 'a condition is a JSON Schema object over the record');
    for (const [keyword, argument] of Object.entries(value)) {
      const at = `${pointer}/${escape(keyword)}`;
      if (!CONDITION_KEYWORDS.has(keyword))
        say(at, `"${keyword}" cannot be used in a condition${nearest(keyword, CONDITION_KEYWORDS)}`);
      else if (keyword === 'properties' && isObject(argument))
        for (const [name, part] of Object.entries(argument)) condition(part, `${at}/${escape(name)}`);
      else if (['allOf', 'anyOf', 'oneOf'].includes(keyword) && Array.isArray(argument))
        argument.forEach((part, i) => condition(part, `${at}/${i}`));
      else if (keyword === 'not' || keyword === 'contains') condition(argument, at);
    }
  };

  const property = (value: unknown, pointer: string): void => {
    if (!isObject(value)) return say(pointer, 'a property is a JSON Schema object');
    keywords(value, PROPERTY_KEYWORDS, pointer);
    for (const keyword of ['x-show', 'x-edit', 'x-require'])
      if (keyword in value) condition(value[keyword], `${pointer}/${keyword}`);
    if (value['items'] !== undefined) property(value['items'], `${pointer}/items`);
    if (isObject(value['properties']))
      for (const [name, part] of Object.entries(value['properties']))
        property(part, `${pointer}/properties/${escape(name)}`);
    if (value['type'] === undefined && !('enum' in value) && !('x-compute' in value) && !('x-codes' in value))
      say(pointer, 'the property has no "type"');
  };

  if (!isObject(schema)) return [{ file, pointer: '', message: 'a schema is a JSON object' }];
  keywords(schema, ENTITY_KEYWORDS, '');
  if (schema['type'] !== 'object') say('/type', 'the type of an entity is "object"');
  if (!isObject(schema['properties'])) say('/properties', 'an entity has "properties"');
  else for (const [name, value] of Object.entries(schema['properties'])) property(value, `/properties/${escape(name)}`);
  return problems;
}
