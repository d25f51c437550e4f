import {
  CONDITIONAL_KEYWORDS,
  CONDITION_KEYWORDS,
  ENTITY_KEYWORDS,
  PROPERTY_KEYWORDS,
  TELLS_TYPE,
} from '../../src/model/keywords.ts';

/** Our own words need explaining while somebody types; those of JSON Schema are known to every editor. */
type Own<Table> = Record<Extract<keyof Table, `x-${string}`>, string>;

const PROPERTY_HELP: Own<typeof PROPERTY_KEYWORDS> = {
  'x-ref':
    'Relation: the entity, and what lists and details also answer of it ("as" names its title, "with" adds properties).',
  'x-codes': 'Coded value: name of a table in resources/codes.ts. Labels are codes.<table>.<code>.',
  'x-unique': 'No two rows share the value: true, or the message key of the refusal. Empty values never collide.',
  'x-index': 'Index.',
  'x-mask': 'Masked in lists, exports, prints and logs.',
  'x-normal':
    'A phone number or a code of letters and digits: unique, indexed and searched by its one spelling, shown as typed. country: the property with the calling code.',
  'x-sensitive': 'Never logged; with writeOnly never answered.',
  'x-bound-to':
    'Of a secret: properties that say where it is sent. To change one of them the secret is entered again. []: it is sent nowhere.',
  'x-personal':
    'Goes when the person is erased: what tells who it is (`identity`, looked for in logs, too), or anything else.',
  'x-proof': 'A change of it needs a password that was proven within the last ten minutes (HTTP 428 else).',
  'x-private':
    'Of files: no address opens them; they are read through their record, or the record of this relation, and every reading is logged.',
  'x-widget': 'Only where the type does not already decide it.',
  'x-show': 'Shown while the condition over the record holds; a hidden value is dropped.',
  'x-edit': 'Enabled while the condition over the record holds.',
  'x-once': 'Entered with a new record, then kept by every save.',
  'x-locked': 'Message key, said where x-edit or x-once keeps a stored value.',
  'x-require': 'Required while the condition over the record holds.',
  'x-access': 'Permission needed for the one field; sorting, filtering and export obey it too.',
  'x-compute': 'Name of a registered computed column; never stored.',
  'x-default': 'What a new record gets where nothing is given: the time or day of its save, or a fresh UUID.',
  'x-on-delete':
    'Of a relation: when the related record is deleted, this one is kept and so is that (refuse), goes with it (cascade) or loses the relation (clear).',
  'x-precision': 'Of a time: how many digits of its seconds are kept, 1 to 6; none without it. More are refused.',
  'x-after': 'May not lie before (or below) this other property.',
  'x-years': 'Of a date: the first and the last year that it may have, in place of 120 years ago to 30 years from now.',
  'x-span': 'Of a document with start and end: message key that says that the end does not lie after the start.',
  'x-message': 'Message key shown instead of the general "required" text.',
  'x-many':
    'Child records entered in the form of their parent and saved with it: the entity, and its relation to this one.',
  'x-template': 'A text made of other properties, never stored: "{name} ({shopId.code})".',
  'x-format': 'How a number is shown: decimals, prefix, suffix, or a share as percent.',
  'x-languages': 'A document with one text in each language of the application, each as this schema says.',
  'x-was': 'The name this property had: its column is renamed and keeps its values.',
};

const ENTITY_HELP: Own<typeof ENTITY_KEYWORDS> = {
  'x-title': 'What a record is called: paths, joined by a space.',
  'x-search': 'What the keyword filter searches.',
  'x-scope': 'Path or paths to the scope record that a row belongs to; several: any of them.',
  'x-rows':
    'Rules about rows: who lacks the right `except` has only the rows that fit `where`, or whose record is seen (`like`).',
  'x-person': 'Path to the person whom a row is about: a relation, or `id` where the row itself is the person.',
  'x-zone': "Path to the property with the IANA zone of the row's wall-clock times.",
  'x-unique': 'Unique combinations, optionally among some rows only.',
  'x-index':
    'Indexes: lists of properties, or `fields` of rows whose first property of `below` is less than the second.',
  'x-states': 'States and the actions between them; the generic save cannot write the state, unless "save" says so.',
  'x-exclude': 'Half-open intervals with the same key may not overlap.',
  'x-view':
    "No table: another entity's rows, with properties of its own choice and computed ones; written where they belong.",
  'x-tree': 'Rows lie below each other: the property with the parent, a relation to this very entity.',
  'x-delete': 'soft keeps the row and hides it, never offers no delete; absent deletes the row.',
  'x-history': 'The changes of a record are shown to who may read it; who may change it can go back to a version.',
  'x-log': 'Written by the system only; "append": rows are never changed, and go by months when they are old.',
  'x-internal': 'A table without endpoints or screens.',
  'x-missing': 'Message key: said where a record is asked for that does not exist for this user.',
};

const explained = (keywords: Readonly<Record<string, object>>, help: Readonly<Record<string, string>>): object =>
  Object.fromEntries(
    Object.entries(keywords).map(([keyword, shape]) => [
      keyword,
      keyword in help ? { description: help[keyword], ...shape } : shape,
    ]),
  );

/**
 * The JSON Schema of our own schema files, made from the tables that the check of a schema uses. Draft 7, which every editor completes
 * and explains from; the files it describes are draft 2020-12.
 */
export function vocabularySchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment:
      'Written by packages/forecourt/cli/generate.ts from packages/forecourt/src/model/keywords.ts. Do not edit: run `npm run generate`.',
    title: 'Forecourt entity',
    type: 'object',
    required: ['type', 'properties'],
    properties: explained(ENTITY_KEYWORDS, ENTITY_HELP),
    additionalProperties: false,
    $defs: {
      property: {
        type: 'object',
        properties: explained(PROPERTY_KEYWORDS, PROPERTY_HELP),
        additionalProperties: false,
        anyOf: TELLS_TYPE.map((keyword) => ({ required: [keyword] })),
      },
      branch: {
        type: 'object',
        properties: {
          ...CONDITIONAL_KEYWORDS,
          type: { const: 'object' },
          title: { type: 'string' },
          description: { type: 'string' },
          required: { type: 'array', items: { type: 'string' } },
          // `{}` and true say nothing new, false forbids, `const` tells variants apart.
          properties: {
            type: 'object',
            additionalProperties: {
              anyOf: [
                { type: 'boolean' },
                {
                  type: 'object',
                  properties: explained(PROPERTY_KEYWORDS, PROPERTY_HELP),
                  additionalProperties: false,
                },
              ],
            },
          },
        },
        additionalProperties: false,
      },
      condition: { type: 'object', properties: CONDITION_KEYWORDS, additionalProperties: false },
    },
  };
}
