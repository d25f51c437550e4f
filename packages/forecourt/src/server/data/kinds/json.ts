import { literal } from '../sql/index.ts';
import type { PropertySchema, Random } from '../../../model/index.ts';
import { codeReader, parts, textOf, type Decoded } from './cells.ts';
import { orNull, type JsonSchema, type Kind } from './kind.ts';
import type { SampleContext } from './samples.ts';

function parsed(text: string): Decoded {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { value: text, issue: 'msg.invalid' };
  }
}

function sampleDocument(schema: PropertySchema, context: SampleContext): unknown {
  const { random, part, after } = context;
  if (schema.items) {
    const count = random.int(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3));
    const items = Array.from({ length: count }, () => part('value', schema.items!));
    return schema.uniqueItems ? items.filter((one, at) => items.indexOf(one) === at) : items;
  }
  if (!schema.properties) return schema.type === 'object' ? {} : [];
  const named = Object.entries(schema.properties);
  const document: Record<string, unknown> = {};
  for (const [name, property] of named) document[name] = part(name, property);
  for (const [name, property] of named)
    if (property['x-after']) document[name] = after(property, document[name], document[property['x-after']]);
  return document;
}

/** A rectangle somewhere on land or sea. */
function sampleArea(random: Random): unknown {
  const [west, south] = [random.int(-17_900, 17_900) / 100, random.int(-4_000, 6_000) / 100];
  const [east, north] = [west + 0.5, south + 0.5];
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [corners] };
}

/** What is said by keys of texts (`x-widget: sentences`); which values a sentence has is its text's business. */
const SENTENCES: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['key'],
    properties: { key: { type: 'string' }, params: { type: 'object' } },
    additionalProperties: false,
  },
};

/** A document, or a list of anything. */
export const json: Kind = {
  form: () => 'json',
  defaultSql: (value) => `${literal(JSON.stringify(value))}::jsonb`,
  toParameter: (value) => JSON.stringify(value),
  decoder(field, codes, words) {
    const table = field.codes ?? field.schema.items?.['x-codes'];
    if (!table) return (cell) => parsed(textOf(cell));
    const one = codeReader(table, codes, words);
    return (cell) => {
      const text = textOf(cell);
      if (text.trim().startsWith('[')) return parsed(text);
      const read = parts(text).map(one);
      return { value: read.map(({ value }) => value), issue: read.find(({ issue }) => issue)?.issue };
    };
  },
  sample(schema, context) {
    if (schema['x-widget'] === 'geo-area') return sampleArea(context.random);
    // A place lies within the limits of its coordinates; nobody knows where without them.
    if (schema['x-widget'] === 'geo-point' && !schema.properties) return null;
    return sampleDocument(schema, context);
  },
  wireType: ({ schema }, source) =>
    orNull(source, schema['x-widget'] === 'sentences' ? SENTENCES : source.nested(schema)),
  columnType: (_field, { certain, document }) => `JSONColumnType<${document}${certain ? '' : ' | null'}>`,
};
