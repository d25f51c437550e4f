import { factsOf, relationOf } from './kinds.ts';
import type { ListViews, SavedFilterDeclaration } from './listViews.ts';
import { offeredViews } from './listViews.ts';
import type { Entity, Field, Filter } from './model.ts';
import { meant } from './nearest.ts';
import type { Report } from './report.ts';

/** Longer texts want the form. */
const SHORT_TEXT = 100;

/** Kinds whose values many rows have in common, or that say nothing as one short text. */
const ALIKE: ReadonlySet<string> = new Set(['boolean', 'code', 'codes', 'file', 'files', 'json']);

/** Why a property cannot be changed in its cell; undefined when it can. */
function unfit(entity: Entity, field: Field): string | undefined {
  if (field.readOnly || field.builtIn) return 'it is read only';
  if (field.schema['x-once']) return 'it is entered with a new record only ("x-once")';
  if (field.name === entity.stateField) return 'only actions change a state';
  if (field.mask || field.sensitive || field.writeOnly) return 'the list does not hold its value';
  if (entity.log) return 'the log is written by the system only';
  if (!factsOf(field).cell) return `a value of the kind "${field.kind}" does not fit into a cell`;
  return undefined;
}

/** Kinds whose values are counted, not read as a name. */
const COUNTED: ReadonlySet<string> = new Set(['integer', 'number', 'money', 'percent']);

/**
 * The column that links to the record: the first that tells it from the others. A relation may be a link to its own record, and rows share
 * their codes, flags and pictures; one of these only where there is nothing else. What is called by its own properties or its relations
 * (`x-title`) is not opened by a number that is none of them: by the first of these.
 */
export function openingColumn(entity: Entity, columns: readonly string[]): string | undefined {
  const free = columns.filter((name) => {
    const field = entity.byName.get(name);
    return !field || relationOf(field) !== 'one';
  });
  const telling = free.find((name) => !ALIKE.has(entity.byName.get(name)?.kind ?? 'string'));
  const short = free.find((name) => !factsOf(entity.byName.get(name) ?? { kind: 'string' }).several);
  const called = entity.title.map(({ steps, last }) => steps[0]?.field ?? last);
  const named = columns.find((name) => called.includes(name));
  const counted = telling !== undefined && COUNTED.has(entity.byName.get(telling)?.kind ?? 'string');
  if (named && counted && !called.includes(telling)) return named;
  return telling ?? short ?? free[0] ?? columns[0];
}

/** Columns that a resource without a declaration edits in place: short values beside the column that opens the record. */
export function inferInline(entity: Entity, columns: readonly string[]): readonly string[] {
  const opens = openingColumn(entity, columns);
  return columns.filter((name) => {
    const field = entity.byName.get(name);
    if (name === opens || name === columns[0] || !field || unfit(entity, field)) return false;
    return (field.schema.maxLength ?? SHORT_TEXT) <= SHORT_TEXT;
  });
}

/** Says every column of `list.inline` that cannot be edited in place. */
export function checkInline(
  entity: Entity,
  inline: readonly string[],
  columns: readonly string[],
  rowClick: 'edit' | 'show' | false,
  report: Report,
): void {
  const opens = openingColumn(entity, columns);
  for (const [index, name] of inline.entries()) {
    const at = `/list/inline/${index}`;
    const field = entity.byName.get(name);
    const reason = field && unfit(entity, field);
    if (!field) report(at, `${entity.name} has no property "${name}"${meant(name, entity.byName.keys())}`);
    else if (!columns.includes(name)) report(at, `"${name}" is no column of the list`);
    else if (reason) report(at, `"${name}" cannot be edited in place: ${reason}`);
    else if (name === opens && rowClick !== false)
      report(at, `"${name}" cannot be edited in place: the first column opens the record`);
  }
}

interface SavedFilterSource {
  readonly entity: Entity;
  readonly filters: readonly Filter[];
  readonly columns: readonly string[];
  readonly views: ListViews;
  readonly report: Report;
}

/** Says every filter, sort, column and view of `list.savedFilters` that the list does not have. */
export function checkSavedFilters(saved: readonly SavedFilterDeclaration[], source: SavedFilterSource): void {
  const { entity, filters, columns, views, report } = source;
  const wire = filters.flatMap(({ name, operator }) =>
    operator === 'range' ? [`${name}Start`, `${name}End`] : [name],
  );
  const keys = new Set<string>();
  for (const [index, { key, filter = {}, sort, columns: shown = [], view }] of saved.entries()) {
    const at = `/list/savedFilters/${index}`;
    if (keys.has(key)) report(`${at}/key`, `there are two saved filters "${key}"`);
    keys.add(key);
    for (const name of Object.keys(filter))
      if (!wire.includes(name)) report(`${at}/filter/${name}`, `the list has no filter "${name}"${meant(name, wire)}`);
    if (sort && !entity.byName.has(sort[0]))
      report(`${at}/sort`, `${entity.name} has no property "${sort[0]}"${meant(sort[0], entity.byName.keys())}`);
    for (const [place, name] of shown.entries())
      if (!columns.includes(name))
        report(`${at}/columns/${place}`, `"${name}" is no column of the list${meant(name, columns)}`);
    if (view && !offeredViews(views).includes(view)) report(`${at}/view`, `the view "${view}" is not offered`);
  }
}

/** Says every tab that is no saved filter, or one that a tab cannot be: without a filter it would be the tab of all rows. */
export function checkTabs(tabs: readonly string[], saved: readonly SavedFilterDeclaration[], report: Report): void {
  const keys = saved.map(({ key }) => key);
  for (const [index, tab] of tabs.entries()) {
    const at = `/list/tabs/${index}`;
    const found = saved.find(({ key }) => key === tab);
    if (!found) report(at, `there is no saved filter "${tab}"${meant(tab, keys)}`);
    else if (Object.keys(found.filter ?? {}).length === 0) report(at, `the saved filter "${tab}" filters nothing`);
    if (tabs.indexOf(tab) !== index) report(at, `there are two tabs "${tab}"`);
  }
}
