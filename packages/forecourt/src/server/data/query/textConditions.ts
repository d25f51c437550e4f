import type { Entity, Field, Filter, Path } from '../../../model/index.ts';
import { cleanText } from '../kinds/index.ts';
import { all, any, column, SQL, type Sql } from '../sql/index.ts';
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
import { asNumbers, hasEntries, isNumber, numberNeedles, wholeNumber, type Asked } from './numbers.ts';
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

/** Paths that all lead through a relation. */
const areThroughRelations = (paths: readonly Path[]): boolean =>
  paths.length > 0 && paths.every(({ steps }) => steps.length > 0);

/** A part or the beginning of a column, without blanks around it; of one that the actor sees masked only the whole value is found. */
export function textFilter(query: Reading, entity: Entity, filter: Filter, given: string, draft: TextConditions): void {
  const text = cleanText(given).trim();
  if (text === '') return;
  const value = folded(query.parameters.add(text, 'text'));
  const asked: Asked = new Map();
  const test = (field: Field, sql: Sql, hidden: boolean): Sql => {
    if (hidden) countQuestion(query, field, text);
    const part = hidden ? 'whole' : filter.operator === 'startsWith' ? 'beginning' : 'any';
    const found = {
      whole: SQL`${folded(sql)} = ${value}`,
      beginning: SQL`starts_with(${beginning(folded(sql))}, ${value})`,
      any: SQL`position(${value} in ${folded(sql)}) > 0`,
    }[part];
    const number = isNumber(query, field, sql, text, part, asked);
    return number ? any([found, number]) : found;
  };
  // Collected like rows that several ways lead to: walked to, in the order of the list, those of a text that few have would be the last of all.
  if (areThroughRelations(filter.paths)) {
    draft.alternatives.push(filter.paths.map((path) => overPaths(query, entity, [path], test, pathThroughIds)));
    return;
  }
  const condition = overPaths(query, entity, filter.paths, test);
  if (!covered(entity, filter.paths)) draft.exact.push(condition);
  else offerIndex(entity, text, [value, ...asked.values()], condition, draft);
}

/** A filter of one searched column: the index narrows to rows that have one of the values anywhere. A single letter is left to the column itself. */
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
  if (words.length > 0) for (const name of hidden) countQuestion(query, entity.byName.get(name)!, text);
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
      isOneGram(needle) && hidden.length === 0
        ? hasEntries(entity, value)
        : SQL`${hasEntries(entity, value)} and ${plain}`,
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
