import type { Entity, Filter, MaskName, Path } from '../../../model/index.ts';
import { cleanText } from '../kinds/index.ts';
import { all, any, column, SQL, type Alias, type Sql } from '../sql/index.ts';
import {
  beginning,
  beginsWord,
  folded,
  folding,
  isLetter,
  isOneGram,
  needleOf,
  searchExpression,
  wordsOf,
} from '../tables/index.ts';
import { fieldSql } from './comparisons.ts';
import { entityOf, isHidden, maskOf, mayRead, type Reading } from './engine.ts';
import { asNumbers, hasEntries, isNumber, numberNeedles, wholeNumber, type Asked } from './numbers.ts';
import { isCommon } from './frequencies.ts';
import { through } from './paths.ts';
import type { Way } from './ways.ts';

const MAX_WORDS = 5;

/** Conditions on texts, as they come together. */
export interface TextConditions {
  /** Neither can use the search index. */
  exact: Sql[];
  alternatives: Way[][];
  /** `indexed` may use the search index, `plain` says the same without offering it to the planner. */
  indexed: Sql[];
  plain: Sql[];
  /** The texts themselves. */
  needles: string[];
}

/** Whoever sees a field masked may ask for its whole value, but not for all that there could be. */
export function countQuestion({ engine, actor }: Reading, mask: MaskName, text: string): void {
  engine.wholeQuestions.ask(actor.id, mask, text);
}

/** The same for a column that this actor sees masked; of any other nothing is counted. */
function countAsked(query: Reading, owner: Entity, name: string, text: string): void {
  const mask = maskOf(query.engine, owner, owner.byName.get(name)!, query.actor, true);
  if (mask) countQuestion(query, mask, text);
}

/** Columns that a filter asks, of the entity itself or at the end of one chain of relations. */
interface Place {
  readonly steps: Path['steps'];
  readonly names: readonly string[];
  readonly owner: Entity;
  /** The search index of the owner has all of them. */
  readonly covered: boolean;
}

/** The columns by where they are; those that the search index has apart from the others. */
function placesOf(query: Reading, entity: Entity, paths: readonly Path[]): readonly Place[] {
  const places = new Map<string, Place>();
  for (const { steps, last } of paths) {
    const target = steps.at(-1)?.target;
    const owner = target === undefined ? entity : entityOf(query.engine, target);
    const covered = owner.search.includes(last);
    const key = JSON.stringify([steps.map(({ field }) => field), covered]);
    const known = places.get(key);
    places.set(key, { steps, owner, covered, names: [...(known?.names ?? []), last] });
  }
  return [...places.values()];
}

/** What a filter asks of texts: conditions on rows, and what the search index must have of them. */
interface TextQuestion {
  /** The columns have the text; of one that the actor sees masked only the whole value is found. */
  readonly test: (owner: Entity, names: readonly string[], alias: Alias) => Sql;
  readonly find: (owner: Entity, names: readonly string[], alias: Alias) => Sql;
  /** The entries of what was asked so far. */
  readonly values: () => readonly Sql[];
}

function textQuestion(query: Reading, filter: Filter, text: string): TextQuestion {
  // What is not asked must not be among the parameters: the database would not know of what type it is.
  let known: Sql | undefined;
  const value = (): Sql => (known ??= folded(query.parameters.add(text, 'text')));
  const asked: Asked = new Map();
  const [letter = '', ...others] = wordsOf(text);
  // Over several columns a letter is the beginning of a word, as in the keyword: anywhere it would match nearly everything.
  const isBeginning =
    filter.paths.length > 1 && filter.operator === 'contains' && others.length === 0 && isLetter(letter);
  const needle = isBeginning ? folded(query.parameters.add(needleOf(letter), 'text')) : undefined;
  const testOne = (owner: Entity, name: string, alias: Alias): Sql => {
    const field = owner.byName.get(name)!;
    const hidden = isHidden(query.engine, owner, field, query.actor);
    const sql = fieldSql(query, owner, field, alias);
    const part = hidden ? 'whole' : filter.operator === 'startsWith' ? 'beginning' : 'any';
    if (needle && part === 'any' && owner.search.includes(name))
      return beginsWord(searchExpression(owner, alias, [name]), needle, letter);
    const found = {
      whole: () => SQL`${folded(sql)} = ${value()}`,
      beginning: () => SQL`starts_with(${beginning(folded(sql))}, ${value()})`,
      any: () => SQL`position(${value()} in ${folded(sql)}) > 0`,
    }[part]();
    const number = isNumber(query, field, sql, text, part, asked);
    return number ? any([found, number]) : found;
  };
  const test: TextQuestion['test'] = (owner, names, alias) => any(names.map((name) => testOne(owner, name, alias)));
  const values = (): readonly Sql[] => [needle ?? value(), ...asked.values()];
  // The index has ideographs by themselves; of other letters the beginnings of words.
  const isIndexed = isBeginning || !isLetter(folding(text));
  const entry = isBeginning ? needleOf(letter) : folding(text);
  return {
    test,
    values,
    find(owner, names, alias) {
      const condition = test(owner, names, alias);
      const isCovered = isIndexed && names.every((name) => owner.search.includes(name));
      // Of what nearly all have, looking at the rows themselves finds as many sooner.
      return isCovered && !isCommon(query.engine, owner, entry)
        ? SQL`${any(values().map((each) => hasEntries(owner, each, alias)))} and (${condition})`
        : condition;
    },
  };
}

/**
 * A part or the beginning of a column, without blanks around it; of one that the actor sees masked only the whole value is found. Through relations, rows are
 * collected like those that several ways lead to: walked to, in the order of the list, those of a text that few have would be the last of all.
 */
export function textFilter(query: Reading, entity: Entity, filter: Filter, given: string, draft: TextConditions): void {
  const text = cleanText(given).trim();
  if (text === '') return;
  const places = placesOf(query, entity, filter.paths);
  for (const { owner, names } of places) for (const name of names) countAsked(query, owner, name, text);
  const question = textQuestion(query, filter, text);
  const isOwn = ({ steps }: Place): boolean => steps.length === 0;
  if (places.every((place) => !isOwn(place) || place.covered) && !places.every(isOwn)) {
    draft.alternatives.push(places.map((place) => wayTo(query, entity, place, question)));
    return;
  }
  const condition = any(
    places.map(({ steps, owner, names }) =>
      steps.length === 0
        ? question.test(owner, names, 't')
        : through(query.engine, steps, 't', (end, alias) => bothOf(question.test(end, names, alias))).exists,
    ),
  );
  const [place] = places;
  // Of a beginning PostgreSQL takes one row in two hundred to have it, and would walk to find none.
  if (filter.operator === 'startsWith' && places.every(isOwn)) {
    draft.alternatives.push([{ test: condition }]);
    return;
  }
  const isSearched = places.length === 1 && place!.covered && isOwn(place!);
  if (isSearched) offerIndex(entity, text, question.values(), condition, draft);
  else draft.exact.push(condition);
}

const bothOf = (test: Sql): { readonly find: Sql; readonly test: Sql } => ({ find: test, test });

/** How rows are found by the columns of a place. */
function wayTo(query: Reading, entity: Entity, { steps, names }: Place, question: TextQuestion): Way {
  const parts = (owner: Entity, alias: Alias) => ({
    test: question.test(owner, names, alias),
    find: question.find(owner, names, alias),
  });
  if (steps.length === 0) return parts(entity, 't');
  const found = through(query.engine, steps, 't', parts);
  return { test: found.exists, through: found };
}

/** A filter of searched columns: the index narrows to rows that have one of the values anywhere. A single letter is left to the columns themselves. */
function offerIndex(entity: Entity, text: string, values: readonly Sql[], condition: Sql, draft: TextConditions): void {
  draft.plain.push(condition);
  draft.needles.push(folding(text));
  const entries = any(values.map((value) => hasEntries(entity, value)));
  draft.indexed.push([...folding(text)].length > 1 ? SQL`${entries} and ${condition}` : condition);
}

/**
 * Every word of the keyword must occur somewhere in the searched columns, a single letter at the beginning of a word, so that whoever types a
 * name finds it all the while; wildcards mean nothing. Of a column that the actor sees masked, only its whole value is found: who asks for
 * parts would learn what the mask hides.
 */
export function keyword(
  query: Reading,
  entity: Entity,
  text: string,
  draft: Omit<TextConditions, 'exact' | 'alternatives'>,
): void {
  const words = wordsOf(cleanText(text)).slice(0, MAX_WORDS);
  const { parameters } = query;
  const { shown, hidden } = searchedColumns(query, entity);
  const isWhole = shown.length === entity.search.length;
  if (words.length > 0) for (const name of hidden) countAsked(query, entity, name, text);
  const whole = hidden.length > 0 && words.length > 0 ? folded(parameters.add(text.trim(), 'text')) : SQL`''`;
  const wholes = hidden.map((name) => SQL`${folded(column('t', name))} = ${whole}`);
  const searched = searchExpression(entity, 't', shown);
  const found: Omit<TextConditions, 'exact' | 'alternatives'> = { plain: [], needles: [], indexed: [] };
  for (const word of words) {
    const needle = needleOf(word);
    const value = folded(parameters.add(needle, 'text'));
    const occurs = isLetter(word) ? beginsWord(searched, value, word) : SQL`position(${value} in ${searched}) > 0`;
    const plain = any([occurs, ...wholes]);
    found.plain.push(plain);
    found.needles.push(needle);
    found.indexed.push(
      isOneGram(needle) && isWhole ? hasEntries(entity, value) : SQL`${hasEntries(entity, value)} and ${plain}`,
    );
  }
  const numbers = words.length === 0 ? [] : asNumbers(query, entity, text, { shown, hidden });
  if (numbers.length > 0) {
    draft.plain.push(any([all(found.plain), ...numbers.map(({ plain }) => plain)]));
    draft.indexed.push(any([all(found.indexed), ...numbers.map(({ indexed }) => indexed)]));
  } else {
    draft.plain.push(...found.plain);
    draft.indexed.push(...found.indexed);
  }
  draft.needles.push(...found.needles);
}

/** Whether a word occurs in some of the searched columns; `value` is SQL of its (folded) needle. */
function occursIn(entity: Entity, columns: readonly string[], word: string, value: Sql): Sql {
  const searched = searchExpression(entity, 't', columns);
  return isLetter(word) ? beginsWord(searched, value, word) : SQL`position(${value} in ${searched}) > 0`;
}

/** Whether a searched column is why a text found the row. */
export function isReason(query: Reading, entity: Entity, name: string, text: string): Sql {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const field = entity.byName.get(name)!;
  const numbers = numberNeedles(entity, text).filter(({ as }) => as === field.normal?.as);
  if (searchedColumns(query, entity).hidden.includes(name)) {
    const typed = query.parameters.add(text.trim(), 'text');
    return any([
      SQL`${folded(column('t', name))} = ${folded(typed)}`,
      ...(numbers.length > 0 ? [wholeNumber(field, typed)] : []),
    ]);
  }
  return any([
    ...words.map((word) => occursIn(entity, [name], word, folded(query.parameters.add(needleOf(word), 'text')))),
    ...numbers.map(({ needle }) => occursIn(entity, [name], needle, folded(query.parameters.add(needle, 'text')))),
  ]);
}

/** The searched columns: those that this actor sees, and those that it sees masked. What may not be read is among neither. */
export function searchedColumns(
  { engine, actor }: Reading,
  entity: Entity,
): { readonly shown: readonly string[]; readonly hidden: readonly string[] } {
  const isShown = (name: string): boolean => !isHidden(engine, entity, entity.byName.get(name)!, actor);
  const readable = entity.search.filter((name) => mayRead(engine, entity, entity.byName.get(name)!, actor));
  return { shown: readable.filter(isShown), hidden: readable.filter((name) => !isShown(name)) };
}
