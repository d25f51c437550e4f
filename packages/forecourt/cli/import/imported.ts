import type { EntitySchema, PropertySchema } from '../../src/model/index.ts';
import { camelCase, type EntityLabels } from '../application/newEntity.ts';
import { plural, singular } from '../application/plural.ts';
import { humanise } from '../../src/admin/values/format.ts';

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
export function builtInFor(name: string): (typeof BUILT_IN)[string] | undefined {
  const plain = name.toLowerCase().replaceAll('_', '');
  return Object.hasOwn(BUILT_IN, plain) ? BUILT_IN[plain] : undefined;
}

const MONEY = ['amount', 'balance', 'budget', 'cost', 'deposit', 'fee', 'paid', 'payment', 'price', 'rent', 'revenue', 'salary', 'subtotal', 'tax', 'total', 'wage']; // prettier-ignore
const LONG_TEXT = ['bio', 'body', 'comment', 'content', 'description', 'message', 'note', 'remark', 'summary', 'text']; // prettier-ignore

/** `unit_prices` → `price`: what a name is about, as one. */
const lastWord = (name: string): string => {
  const words = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').toLowerCase();
  return singular(words.split(/[^\p{L}]+/u).findLast(Boolean) ?? '');
};

/** Whether a number with two decimals of this name is an amount of money: by its last word, as a whole. */
export const meansMoney = (name: string): boolean => MONEY.includes(lastWord(name));

/** Whether a text without a limit is written over several lines. */
export const meansLongText = (name: string): boolean => LONG_TEXT.includes(lastWord(name));

const LABEL_LENGTH = 40;

/** A short comment is what something is called, in the language of its script; a long one describes it. */
export function labelOf(comment: string | undefined): { language: string; text: string } | undefined {
  const text = comment?.trim();
  // A sentence says what something is, not what it is called; a text with a place for a value or two forms is no plain word.
  if (!text || text.length > LABEL_LENGTH || /\n|[.!?。！？]$|%\{|\|{4}/.test(text)) return undefined;
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
  // A name of signs alone says nothing: then the entity's own does.
  const words = humanise(camelCase(source));
  if (words.trim() !== '') Object.assign(of('en-US'), counted(words));
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
