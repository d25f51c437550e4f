import type { Field, Filter, Resource } from '../../model/index.ts';
import { kindOf, type FilterInputName } from '../values/kinds.ts';

/** A filter as the bar shows it: one input, one or two names on the wire. */
export interface FilterEntry {
  readonly name: string;
  readonly input: FilterInputName | 'keyword';
  /** Names of the filter values it sets. */
  readonly wire: readonly string[];
  readonly codes?: string;
  readonly without?: Filter['without'];
  readonly ref?: string;
  readonly field?: Field;
  /** Half a range is not sent. */
  readonly bothEnds?: boolean;
  /** The range in whose place it is chosen. */
  readonly insteadOf?: string;
}

function inputOf(filter: Filter): FilterEntry['input'] {
  // A resource that says itself what its search looks through has the same box as one that leaves it to the schema.
  if (filter.name === 'keyword') return 'keyword';
  if (filter.codes) return 'codes';
  if (filter.ref) return 'ref';
  if (filter.operator === 'year') return 'year';
  if (!filter.field) return filter.operator === 'range' ? 'dateRange' : 'text';
  const { filter: input } = kindOf(filter.field);
  if (filter.operator === 'range') return input === 'numberRange' ? 'numberRange' : 'dateRange';
  return input === 'yesNo' ? 'yesNo' : 'text';
}

function entryOf(filter: Filter): FilterEntry {
  const input = inputOf(filter);
  const ranged = input === 'dateRange' || input === 'numberRange';
  return {
    name: filter.name,
    input,
    wire: ranged ? [`${filter.name}Start`, `${filter.name}End`] : [filter.name],
    codes: filter.codes,
    without: filter.without,
    ref: filter.ref,
    field: filter.field,
    bothEnds: filter.bothEnds,
    insteadOf: filter.insteadOf,
  };
}

/**
 * Filters without an input of their own that narrow the list to what belongs to another record, or that say so (`chip`): whoever came by a link sees
 * that, and can take it away. Other hidden filters are set by what stands above the list, which shows them itself.
 */
export const linkedEntries = (model: Resource): readonly FilterEntry[] =>
  model.list.filters.filter(({ hidden, ref, chip }) => hidden && (ref || chip)).map(entryOf);

/** The visible filters of a list in their order, the keyword search first. */
export function filterEntries(model: Resource): readonly FilterEntry[] {
  return model.list.filters
    .filter((filter) => !filter.hidden)
    .map(entryOf)
    .sort((a, b) => Number(b.input === 'keyword') - Number(a.input === 'keyword'));
}

/** Filter values with some changed; empty ones are left out, so that "no filter" is always the same thing. */
export function withValues(
  values: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...values, ...changes }).filter(
      ([, value]) =>
        value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
