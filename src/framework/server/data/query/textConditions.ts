import type { Entity, Filter, Path } from '../../../model/index.ts';
import { any, column } from '../sql/index.ts';
import { isOneGram, needleOf, searchExpression } from '../tables/index.ts';
import { overPaths } from './comparisons.ts';
import { isHidden, type Reading } from './engine.ts';
import { cleanText } from './values.ts';

const MAX_TERMS = 5;

/** Conditions on texts, as they come together. */
export interface TextConditions {
  /** Neither can use the search index. */
  exact: string[];
  /** `indexed` may use the search index, `plain` says the same without offering it to the planner. */
  indexed: string[];
  plain: string[];
  /** The texts themselves. */
  needles: string[];
}

/** Columns of the entity itself that the search index covers. */
const covered = (entity: Entity, paths: readonly Path[]): boolean =>
  paths.length === 1 && paths[0]!.steps.length === 0 && entity.search.includes(paths[0]!.last);

/** A part or the beginning of one column; of one that the actor sees masked only the whole value is found. */
export function textFilter(query: Reading, entity: Entity, filter: Filter, text: string, draft: TextConditions): void {
  const value = query.parameters.add(cleanText(text), 'text');
  const condition = overPaths(query, entity, filter.paths, (_, sql, hidden) => {
    if (hidden) return `lower(${sql}) = lower(${value})`;
    return filter.operator === 'startsWith'
      ? `starts_with(lower(${sql}), lower(${value}))`
      : `position(lower(${value}) in lower(${sql})) > 0`;
  });
  if (!covered(entity, filter.paths)) draft.exact.push(condition);
  else offerIndex(entity, text, value, condition, draft);
}

/** A filter of one searched column: the index narrows to rows that have the text anywhere. A single letter is left to the column itself. */
function offerIndex(entity: Entity, term: string, value: string, condition: string, draft: TextConditions): void {
  draft.plain.push(condition);
  draft.needles.push(term);
  draft.indexed.push(
    [...term].length > 1
      ? `forecourt_sql.grams(${searchExpression(entity, 't')}) @> forecourt_sql.probe(lower(${value})) and ${condition}`
      : condition,
  );
}

/**
 * Every word of the keyword must occur somewhere in the searched columns; wildcards mean nothing. Of a column that the actor sees masked, only
 * its whole value is found: who asks for parts would learn what the mask hides.
 */
export function keyword(query: Reading, entity: Entity, text: string, draft: Omit<TextConditions, 'exact'>): void {
  const terms = cleanText(text)
    .trim()
    .split(/\s+/)
    .filter((term) => term !== '')
    .slice(0, MAX_TERMS);
  const { engine, actor, parameters } = query;
  const hidden = entity.search.filter((name) => isHidden(engine, entity, entity.byName.get(name)!, actor));
  const shown = entity.search.filter((name) => !hidden.includes(name));
  const whole = hidden.length > 0 && terms.length > 0 ? parameters.add(cleanText(text).trim(), 'text') : '';
  const wholes = hidden.map((name) => `lower(${column('t', name)}) = lower(${whole})`);
  for (const needle of terms.map(needleOf)) {
    const value = parameters.add(needle, 'text');
    const plain = any([`position(lower(${value}) in ${searchExpression(entity, 't', shown)}) > 0`, ...wholes]);
    const indexed = `forecourt_sql.grams(${searchExpression(entity, 't')}) @> forecourt_sql.probe(lower(${value}))`;
    draft.plain.push(plain);
    draft.needles.push(needle);
    draft.indexed.push(isOneGram(needle) && hidden.length === 0 ? indexed : `${indexed} and ${plain}`);
  }
}
