import type { EntitySchema, PropertySchema } from '../../src/framework/model/index.ts';
import { unusable } from '../../src/framework/model/names.ts';
import { platformCodes } from '../../src/framework/platform/codes.ts';
import { UsageError } from '../application/options.ts';
import { camelCase, plural, singular, type EntityLabels } from '../application/newEntity.ts';
import { humanise } from '../../src/framework/admin/values/format.ts';

/** Something of the source that could not be carried over as it was, by name. */
export interface Note {
  readonly what: string;
  readonly why: string;
}

export interface ImportedEntity {
  readonly name: string;
  readonly schema: EntitySchema;
  readonly labels: Partial<Record<string, EntityLabels>>;
  /** Lists of what refers to it. */
  readonly related: readonly { readonly resource: string; readonly field: string }[];
}

/** What was read from a database or document, in our words. */
export interface Imported {
  readonly entities: readonly ImportedEntity[];
  /** Code tables with the codes in their order. */
  readonly codes: Readonly<Record<string, readonly (string | number)[]>>;
  readonly notes: readonly Note[];
}

/** Names of an imported entity's properties may be kept as they are or written as the rest of the code base writes them. */
export type Naming = (name: string) => string;

/** How property names are carried over. What cannot be a name here is always rewritten. */
export const namingOf =
  (camel: boolean): Naming =>
  (name) => {
    if (!camel && !unusable(name)) return name;
    const plain = camelCase(name);
    return unusable(plain) ? `column${plain[0]?.toUpperCase() ?? ''}${plain.slice(1)}` : plain;
  };

/** What a code table is called; the framework's own keep their names. */
export function codeTableName(words: string): string {
  const name = camelCase(words);
  return Object.hasOwn(platformCodes, name) ? `${name}Code` : name;
}

/** Columns that every table of ours has, by the names they usually have elsewhere. */
const BUILT_IN: Readonly<Record<string, 'createTime' | 'updateTime' | 'deleteTime'>> = {
  createtime: 'createTime',
  createdat: 'createTime',
  createddate: 'createTime',
  createdon: 'createTime',
  creationdate: 'createTime',
  updatetime: 'updateTime',
  updatedat: 'updateTime',
  updateddate: 'updateTime',
  updatedon: 'updateTime',
  modifiedat: 'updateTime',
  lastupdate: 'updateTime',
  lastupdated: 'updateTime',
  lastmodified: 'updateTime',
  modifieddate: 'updateTime',
  modifiedon: 'updateTime',
  deletetime: 'deleteTime',
  deletedat: 'deleteTime',
};

/** The column of ours that a time column of this name stands for. */
export const builtInFor = (name: string): (typeof BUILT_IN)[string] | undefined =>
  BUILT_IN[name.toLowerCase().replaceAll('_', '')];

/** Whether a number with two decimals of this name is an amount of money. */
export const meansMoney = (name: string): boolean =>
  /(price|amount|cost|fee|total|salary|balance|deposit|rent|payment|paid|tax|wage|budget|revenue)s?$/i.test(name);

/** Whether a text without a limit is written over several lines. */
export const meansLongText = (name: string): boolean =>
  /(description|notes?|comments?|remarks?|body|content|text|summary|bio|message)$/i.test(name);

const LABEL_LENGTH = 40;

/** A short comment is what something is called, in the language of its script; a long one describes it. */
export function labelOf(comment: string | undefined): { language: string; text: string } | undefined {
  const text = comment?.trim();
  // A sentence says what something is, not what it is called.
  if (!text || text.length > LABEL_LENGTH || /\n|[.!?。！？]$/.test(text)) return undefined;
  if (/\p{Script=Han}/u.test(text)) return { language: 'zh-CN', text };
  return { language: /\p{Script=Thai}/u.test(text) ? 'th-TH' : 'en-US', text };
}

/** What one record and what all of them are called in English, whichever of both a name says. */
function counted(words: string): Required<Pick<EntityLabels, 'name' | 'title'>> {
  const name = singular(words);
  return { name, title: plural(name) };
}

/**
 * Labels and descriptions from the comments of an entity and its properties, else from their names: `orders` is a list of "Orders" of which each is an
 * "Order", and the relation `album_id` is an "Album".
 */
export function labelsFrom(
  source: string,
  comment: string | undefined,
  fields: Readonly<Record<string, string | undefined>>,
  properties: Readonly<Record<string, PropertySchema>>,
): { labels: ImportedEntity['labels']; description?: string } {
  const labels: Partial<Record<string, { name?: string; title?: string; fields: Record<string, string> }>> = {};
  const of = (language: string) => (labels[language] ??= { fields: {} });
  const own = labelOf(comment);
  Object.assign(of('en-US'), counted(humanise(camelCase(source))));
  if (own?.language === 'en-US') Object.assign(of('en-US'), counted(own.text));
  else if (own) of(own.language).name = own.text;
  for (const [field, property] of Object.entries(properties)) {
    const related = property['x-ref'] && /^(.+?)_?ids?$/i.exec(field)?.[1];
    if (related) of('en-US').fields[field] = property.type === 'array' ? plural(humanise(related)) : humanise(related);
  }
  for (const [field, text] of Object.entries(fields)) {
    const label = labelOf(text);
    if (label) of(label.language).fields[field] = label.text;
  }
  return { labels, description: own ? undefined : comment?.trim() || undefined };
}

/** How well a text says which record it is: the first of these that fits. */
const TITLES: readonly ((name: string, property: PropertySchema) => boolean)[] = [
  (name) => /^(full|display)_?name$/i.test(name),
  (name) => /^name$/i.test(name),
  (name, property) => /name$/i.test(name) && property['x-unique'] === true,
  (name) =>
    /^[a-z]*(?<!first|last|middle|given|family|user|contact)_?name$/i.test(name) &&
    !/^(first|last|middle|given|family|user|contact)/i.test(name),
  (name) => /^(title|label|subject)$/i.test(name),
  (name) => /^(?:user|contact)_?name$/i.test(name),
  (name) => /(title|number|_no|code)$/i.test(name),
];

/** Given name and family name, where a record has both. */
function personName(names: readonly string[]): string[] | undefined {
  const first = names.find((name) => /^(first|given)_?name$/i.test(name));
  const last = names.find((name) => /^(last|family)_?name$|^surname$/i.test(name));
  return first && last ? [first, last] : undefined;
}

/** Properties by which a record is known, and that the keyword filter searches. */
export function titleAndSearch(properties: Readonly<Record<string, PropertySchema>>): Partial<EntitySchema> {
  const texts = Object.entries(properties).filter(
    ([, property]) =>
      property.type === 'string' &&
      !property.format &&
      !property.pattern &&
      !property['x-codes'] &&
      !property['x-widget'],
  );
  const names = texts.map(([name]) => name);
  const best = TITLES.map((fits) => texts.find(([name, property]) => fits(name, property))?.[0]).find(Boolean);
  const plain = names.find((name) => /^(full_?|display_?)?name$/i.test(name));
  const title = plain ? [plain] : (personName(names) ?? (best ? [best] : names.slice(0, 1)));
  return {
    ...(title.length > 0 ? { 'x-title': title } : {}),
    ...(names.length > 0 ? { 'x-search': [...new Set([...title, ...names])].slice(0, 5) } : {}),
  };
}

/** `storeId` answers `storeName` beside itself; any other name, or one that is taken, says what it answers. */
export function titleName(field: string, taken: readonly string[]): string | undefined {
  const usual = `${field.replace(/Ids?$/, '')}Name`;
  const snake = field.includes('_');
  const wanted = snake ? `${field.replace(/_ids?$/i, '')}_name` : usual;
  const free = [wanted, snake ? `${wanted}_of` : `${wanted}Of`].find((name) => !taken.includes(name))!;
  return free === usual ? undefined : free;
}

/**
 * What each table or component is called as an entity. `refuse` throws UsageError for a name that cannot be; the entity is then called `appUser` instead of
 * `user`, and the note says so.
 */
export function nameEntities(
  sources: readonly string[],
  refuse: (name: string) => void,
  shortOf: (source: string) => string = (source) => source,
): { names: ReadonlyMap<string, string>; notes: Note[] } {
  const names = new Map<string, string>();
  const notes: Note[] = [];
  for (const table of sources) {
    const plain = camelCase(shortOf(table));
    const candidates = [
      plain,
      camelCase(table),
      `app${plain[0]?.toUpperCase() ?? ''}${plain.slice(1)}`,
      `${plain}Table`,
      `t${plain}`,
    ];
    const reasons: string[] = [];
    const free = candidates.find((candidate) => {
      try {
        if ([...names.values()].includes(candidate)) throw new UsageError(`another one is called ${candidate} too`);
        refuse(candidate);
        return true;
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        reasons.push(error.message);
        return false;
      }
    });
    if (free === undefined) notes.push({ what: table, why: `left out: ${reasons[0]!}` });
    else {
      names.set(table, free);
      if (free !== plain) notes.push({ what: table, why: `is called ${free}: ${reasons[0]!}` });
    }
  }
  return { names, notes };
}
