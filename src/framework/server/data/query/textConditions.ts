import type { Entity, Field, Filter, Path } from '../../../model/index.ts';
import { cleanText } from '../kinds/index.ts';
import { any, column, SQL, type Sql } from '../sql/index.ts';
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
import { overPaths } from './comparisons.ts';
import { isHidden, type Reading } from './engine.ts';
import { pathThroughIds } from './paths.ts';

const MAX_WORDS = 5;

/** Conditions on texts, as they come together. */
export interface TextConditions {
  /** Neither can use the search index. */
  exact: Sql[];
  alternatives: Sql[][];
  /** `indexed` may use the search index, `plain` says the same without offering it to the planner. */
  indexed: Sql[];
  plain: Sql[];
  /** The texts themselves. */
  needles: string[];
}

/** Columns of the entity itself that the search index covers. */
const covered = (entity: Entity, paths: readonly Path[]): boolean =>
  paths.length === 1 && paths[0]!.steps.length === 0 && entity.search.includes(paths[0]!.last);

/** Whoever sees a field masked may ask for its whole value, but not for all that there could be. */
function countQuestion({ engine, actor }: Reading, { mask }: Field, text: string): void {
  if (mask) engine.wholeQuestions.ask(actor.id, mask, text);
}

/** One path, through a relation. */
const isThroughRelation = ([path, ...others]: readonly Path[]): boolean =>
  others.length === 0 && path !== undefined && path.steps.length > 0;

/** A part or the beginning of one column, without blanks around it; of one that the actor sees masked only the whole value is found. */
export function textFilter(query: Reading, entity: Entity, filter: Filter, given: string, draft: TextConditions): void {
  const text = cleanText(given).trim();
  if (text === '') return;
  const value = folded(query.parameters.add(text, 'text'));
  const test = (field: Field, sql: Sql, hidden: boolean): Sql => {
    if (hidden) {
      countQuestion(query, field, text);
      return SQL`${folded(sql)} = ${value}`;
    }
    return filter.operator === 'startsWith'
      ? SQL`starts_with(${beginning(folded(sql))}, ${value})`
      : SQL`position(${value} in ${folded(sql)}) > 0`;
  };
  // Collected like rows that several ways lead to: walked to, in the order of the list, those of a text that few have would be the last of all.
  if (isThroughRelation(filter.paths)) {
    draft.alternatives.push([overPaths(query, entity, filter.paths, test, pathThroughIds)]);
    return;
  }
  const condition = overPaths(query, entity, filter.paths, test);
  if (!covered(entity, filter.paths)) draft.exact.push(condition);
  else offerIndex(entity, text, value, condition, draft);
}

/** A filter of one searched column: the index narrows to rows that have the text anywhere. A single letter is left to the column itself. */
function offerIndex(entity: Entity, text: string, value: Sql, condition: Sql, draft: TextConditions): void {
  draft.plain.push(condition);
  draft.needles.push(folding(text));
  draft.indexed.push([...folding(text)].length > 1 ? SQL`${hasEntries(entity, value)} and ${condition}` : condition);
}

/** Rows that the index has all entries of a (folded) needle for: those that contain it, and a few more. */
export const hasEntries = (entity: Entity, needle: Sql): Sql =>
  SQL`forecourt_sql.search_grams(${searchExpression(entity, 't')}) @> forecourt_sql.search_probe(${needle})`;

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
  if (words.length > 0) for (const name of hidden) countQuestion(query, entity.byName.get(name)!, text);
  const whole = hidden.length > 0 && words.length > 0 ? folded(parameters.add(text.trim(), 'text')) : SQL`''`;
  const wholes = hidden.map((name) => SQL`${folded(column('t', name))} = ${whole}`);
  const searched = searchExpression(entity, 't', shown);
  for (const word of words) {
    const needle = needleOf(word);
    const value = folded(parameters.add(needle, 'text'));
    const occurs = isLetter(word) ? beginsWord(searched, value, word) : SQL`position(${value} in ${searched}) > 0`;
    const plain = any([occurs, ...wholes]);
    draft.plain.push(plain);
    draft.needles.push(needle);
    draft.indexed.push(
      isOneGram(needle) && hidden.length === 0
        ? hasEntries(entity, value)
        : SQL`${hasEntries(entity, value)} and ${plain}`,
    );
  }
}

/** Whether a word occurs in some of the searched columns; `value` is SQL of its (folded) needle. */
function occursIn(entity: Entity, columns: readonly string[], word: string, value: Sql): Sql {
  const searched = searchExpression(entity, 't', columns);
  return isLetter(word) ? beginsWord(searched, value, word) : SQL`position(${value} in ${searched}) > 0`;
}

/** Whether a searched column is why a text found the row. */
export function isReason(query: Reading, entity: Entity, name: string, text: string): Sql {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  if (searchedColumns(query, entity).hidden.includes(name))
    return SQL`${folded(column('t', name))} = ${folded(query.parameters.add(text.trim(), 'text'))}`;
  return any(words.map((word) => occursIn(entity, [name], word, folded(query.parameters.add(needleOf(word), 'text')))));
}

/** The searched columns: those that this actor sees, and those that it sees masked. */
export function searchedColumns(
  { engine, actor }: Reading,
  entity: Entity,
): { readonly shown: readonly string[]; readonly hidden: readonly string[] } {
  const isShown = (name: string): boolean => !isHidden(engine, entity, entity.byName.get(name)!, actor);
  return {
    shown: entity.search.filter(isShown),
    hidden: entity.search.filter((name) => !isShown(name)),
  };
}
