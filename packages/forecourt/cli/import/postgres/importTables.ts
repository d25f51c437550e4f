import { mostEntries, unfitOnDelete, type OnDelete } from '../../../src/model/index.ts';
import { PAGE_NAMES, titleProperty } from '../../../src/model/names.ts';
import type { Imported } from '../imported.ts';
import { BUILT_IN_NAMES, freeName, nameEntities, titleName, type Naming } from '../naming.ts';
import type { Constraint, Table } from './catalog.ts';
import {
  codesCalled,
  draftOf,
  entityOf,
  isNumber,
  keyOf,
  makeCoded,
  type Codes,
  type Draft,
  type Property,
} from './draft.ts';
import { readCheck, valueList } from './expressions.ts';
import { joinTables, type JoinTable } from './joinTables.ts';
import { addLimits, areLimitsOf } from './limits.ts';

export interface ImportOptions {
  readonly naming: Naming;
  /** Throws UsageError for a name that no entity may have here. */
  requireName(name: string): void;
}

/**
 * Entities from tables: columns, keys, references, enum types, checks, indexes and comments. What cannot be said in our words is in the notes,
 * by name; nothing is dropped silently.
 */
export function importTables(tables: readonly Table[], { naming, requireName }: ImportOptions): Imported {
  const joins = joinTables(tables);
  const own = tables.filter((table) => !joins.some((join) => join.table === table));
  const { names, notes } = nameEntities(
    own.map((table) => table.key),
    requireName,
    (key) => own.find((table) => table.key === key)!.name,
  );
  const codes: Codes = {};
  const note = (what: string, why: string): void => void notes.push({ what, why });
  const deletions: {
    readonly name: string;
    readonly field: string;
    readonly to: string;
    readonly effect: OnDelete;
    readonly what: string;
  }[] = [];
  const related = new Map<string, { resource: string; field: string }[]>();

  const drafts = own
    .filter((table) => names.has(table.key))
    .map((table) => draftOf(table, names.get(table.key)!, naming, { codes, note, known: (key) => names.has(key) }));
  for (const draft of drafts) {
    for (const constraint of draft.table.constraints) applyConstraint(draft, constraint);
    for (const index of draft.table.indexes) applyIndex(draft, index);
  }
  for (const join of joins) joinLists(join);
  const entities = drafts.map((draft) => entityOf(draft, related.get(draft.name) ?? []));
  const schemas = Object.fromEntries(entities.map(({ name, schema }) => [name, schema]));
  for (const one of deletions) followDeletion(one);
  const timed = drafts.filter(({ builtIn }) => [...builtIn.values()].some((one) => one !== 'id'));
  if (timed.length > 0)
    note(timed.map(({ name }) => name).join(', '), 'createTime, updateTime and deleteTime are shown to the second');
  return { entities, codes, notes };

  /** What becomes of a record when the one that it names is deleted, as far as ours can do the same. */
  function followDeletion({ name, field, to, effect, what }: (typeof deletions)[number]): void {
    const property = schemas[name]!.properties[field] as Property;
    property['x-on-delete'] = effect;
    const wrong = unfitOnDelete(schemas, name, field);
    if (wrong === undefined) return;
    delete property['x-on-delete'];
    const said = effect === 'clear' ? 'set null' : 'cascade';
    note(what, `on delete ${said} is not carried over, a ${to} is not deleted while a ${name} names it: ${wrong}`);
  }

  function applyConstraint(draft: Draft, constraint: Constraint): void {
    const { table, properties } = draft;
    const what = `${table.key}.${constraint.name}`;
    const fields = constraint.columns.map((column) => properties.get(column)?.name ?? draft.builtIn.get(column));
    const known = fields.every((field) => field !== undefined) ? (fields as string[]) : undefined;
    switch (constraint.kind) {
      case 'p':
        if (constraint.columns.length > 1 && known) {
          draft.unique.push({ fields: known });
          note(what, 'the composite key becomes a unique combination beside id');
        } else if (constraint.columns.length > 1) note(what, 'the composite key has columns that are left out');
        return;
      case 'u':
        if (/^UNIQUE NULLS NOT DISTINCT/.test(constraint.definition)) noteNulls(draft, constraint.columns, what);
        if (!known) return note(what, 'the unique constraint has columns that are left out');
        if (known.length === 1) return setUnique(draft, constraint.columns[0]!);
        return void draft.unique.push({ fields: known });
      case 'f':
        return reference(draft, constraint, what);
      case 'c':
        return check(draft, constraint, what);
      case 'x':
        return note(what, `the exclusion is not carried over: ${constraint.definition}`);
    }
  }

  /** Rows that have nothing in one of these never collide here. */
  function noteNulls({ table }: Draft, columns: readonly string[], what: string): void {
    const empty = table.columns.filter(({ name, notNull }) => columns.includes(name) && !notNull);
    if (empty.length > 0)
      note(
        what,
        `rows that have nothing in ${empty.map(({ name }) => name).join(', ')} do not collide here: nulls are distinct`,
      );
  }

  function setUnique(draft: Draft, column: string): void {
    const field = draft.properties.get(column);
    if (field) field.property['x-unique'] = true;
  }

  function reference(
    { name, table, properties, builtIn }: Draft,
    { columns, target, onDelete }: Constraint,
    what: string,
  ): void {
    if (columns.length > 1) return note(what, 'a reference over several columns is not carried over');
    const to = names.get(target!.key);
    if (!to) return note(what, `refers to ${target!.key}, which is not imported: a plain column`);
    const other = own.find((one) => one.key === target!.key)!;
    const primary = keyOf(other);
    if (primary.length !== 1 || primary[0] !== target!.columns[0])
      return note(what, `refers to ${target!.key}.${target!.columns[0]}, which is not its key: a plain column`);
    const field = properties.get(columns[0]!);
    if (!field)
      return note(
        what,
        builtIn.has(columns[0]!) ? 'its column is one of ours: no reference' : 'its column is left out',
      );
    if (!isNumber(other.columns.find((column) => column.name === primary[0])))
      note(what, `the key of ${target!.key} becomes a number, and so does what refers to it`);
    const { default: sql } = table.columns.find(({ name: column }) => column === columns[0])!;
    if (sql !== undefined && field.property.default !== undefined)
      note(what, `the default ${sql} is not carried over: it names a row`);
    const { 'x-unique': unique, 'x-index': index, description } = field.property;
    for (const keyword of Object.keys(field.property)) delete field.property[keyword as keyof Property];
    if (onDelete === 'set default')
      note(what, `on delete ${onDelete} is not carried over: a ${to} is not deleted while a ${name} names it`);
    else if (onDelete)
      deletions.push({ name, field: field.name, to, effect: onDelete === 'cascade' ? 'cascade' : 'clear', what });
    const as = titleName(field.name, [
      ...BUILT_IN_NAMES,
      ...[...properties.values()].flatMap((one) => {
        const relation = one === field ? undefined : one.property['x-ref'];
        return [one.name, ...(relation ? [relation.as ?? titleProperty(one.name)] : [])];
      }),
    ]);
    Object.assign(field.property, { type: 'integer', 'x-ref': { resource: to, ...(as ? { as } : {}) } });
    Object.assign(field.property, JSON.parse(JSON.stringify({ description, 'x-unique': unique, 'x-index': index })));
    related.set(to, [...(related.get(to) ?? []), { resource: name, field: field.name }]);
  }

  function check({ name, properties }: Draft, { definition }: Constraint, what: string): void {
    const said = readCheck(definition);
    const field = said && properties.get(said.column);
    if (!said || !field || field.property['x-ref']) return note(what, `the check is not carried over: ${definition}`);
    const { property } = field;
    if (said.kind === 'limits')
      return areLimitsOf(property, said.limits)
        ? addLimits(property, said.limits)
        : note(what, `the check is not carried over: ${definition}`);
    if (said.kind === 'list') {
      if (property.type === 'array') return note(what, `the check is not carried over: ${definition}`);
      const table = codesCalled(codes, `${name} ${field.name}`, said.values);
      if (!table) return note(what, `the check is not carried over: ${definition}`);
      if (said.values.includes('')) note(what, 'the empty code is no code: nothing is chosen then');
      return makeCoded(property, table, codes[table]!);
    }
    const other = properties.get(said.other);
    if (!other || other.property.type !== property.type || other.property.format !== property.format)
      return note(what, `the check is not carried over: ${definition}`);
    if (property['x-after'] !== undefined && property['x-after'] !== other.name)
      return note(what, `the check is not carried over, for one property has one before it: ${definition}`);
    property['x-after'] = other.name;
    if (said.strict) note(what, `${field.name} may be equal to ${other.name} here: ${definition}`);
  }

  function applyIndex(draft: Draft, index: Table['indexes'][number]): void {
    const what = `${draft.table.key}.${index.name}`;
    if (!index.columns) return note(what, 'an index over an expression is not carried over');
    if (index.method !== 'btree') return note(what, `an index of the method ${index.method} is not carried over`);
    const fields = index.columns.map((column) => draft.properties.get(column)?.name ?? indexable(draft, column));
    if (fields.includes(undefined))
      return note(what, `the ${index.unique ? 'unique ' : ''}index has columns that are left out`);
    if (index.columns.length === 1 && fields[0] === 'id') return note(what, 'the key has an index already');
    const names = fields as string[];
    // Rows that are hidden are no rows: ours leave them out of unique constraints anyway.
    const deleted =
      index.where &&
      [...draft.builtIn].some(([column, name]) => name === 'deleteTime' && index.where === `(${column} IS NULL)`);
    if (index.unique && index.nullsEqual) noteNulls(draft, index.columns, what);
    const rows = index.where && !deleted ? valueList(index.where) : undefined;
    const field = rows && draft.properties.get(rows.column)?.name;
    if (index.where && !deleted && !(index.unique && field))
      return note(what, `the partial index is not carried over: ${index.where}`);
    if (index.unique && field) draft.unique.push({ fields: names, where: { [field]: rows.values } });
    else if (index.unique && names.length > 1) draft.unique.push({ fields: names });
    else if (index.unique && draft.properties.has(index.columns[0]!)) setUnique(draft, index.columns[0]!);
    else if (index.unique) draft.unique.push({ fields: names });
    else if (names.length === 1 && draft.properties.has(index.columns[0]!))
      draft.properties.get(index.columns[0]!)!.property['x-index'] = true;
    else draft.indexes.push(names);
  }

  /** A column of ours that stands for this one, where an index can name it. */
  function indexable(draft: Draft, column: string): string | undefined {
    const name = draft.builtIn.get(column);
    return name === 'deleteTime' ? undefined : name;
  }

  function joinLists({ table, owner, other, further }: JoinTable): void {
    const draft = drafts.find((one) => one.table.key === owner.target!.key);
    const resource = names.get(other.target!.key);
    if (!draft || !resource) return note(table.key, 'joins a table that is left out');
    const wanted = naming(
      /ids?$/i.test(other.columns[0]!) ? other.columns[0]!.replace(/ids?$/i, 'ids') : `${other.columns[0]!}_ids`,
    );
    const taken = [...BUILT_IN_NAMES, ...[...draft.properties.values()].map((field) => field.name)];
    const isTaken = (one: string): boolean => taken.includes(one) || PAGE_NAMES.has(one);
    const name = isTaken(wanted) ? freeName(naming(`${table.name}_ids`), isTaken) : wanted;
    const property = { type: 'array', items: { type: 'integer' }, uniqueItems: true, 'x-ref': { resource } } as const;
    draft.properties.set(` ${table.key}`, { name, property });
    const most = mostEntries(property).toLocaleString('en-US');
    note(
      table.key,
      `joins ${owner.target!.key} and ${other.target!.key}: becomes ${draft.name}.${name}, of at most ${most} entries while "maxItems" says no other number`,
    );
    if (further.length > 0)
      note(table.key, `left out: ${further.join(', ')}, for a list of ids has nothing beside them`);
    for (const { name: key, onDelete } of [owner, other])
      if (onDelete && (key !== owner.name || onDelete !== 'cascade'))
        note(
          `${table.key}.${key}`,
          `on delete ${onDelete} is not carried over: a ${resource} is not deleted while a ${draft.name} names it`,
        );
  }
}
