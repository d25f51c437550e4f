import {
  isStored,
  relationOf,
  type CodeTables,
  type Entity,
  type Model,
  type PlainFigure,
} from '../../../model/index.ts';
import { columnType, kindFor } from '../kinds/index.ts';
import { ident, literal, SQL, type Sql } from '../sql/index.ts';
import { directColumns, indexColumns } from './indexColumns.ts';
import { objectName } from './naming.ts';
import { normalSql } from './normalForms.ts';
import { beginning, folded, searchExpression } from './searchIndex.ts';
import { compared } from './uniqueKey.ts';

/** An index or constraint that a schema asks for. */
export interface TableObject {
  readonly name: string;
  readonly kind: 'index' | 'constraint';
  /** Whole statement that makes it. */
  readonly sql: string;
  /** Reading direction of a refusal: where an error of this constraint belongs. */
  readonly fields: readonly string[];
  readonly message?: string;
  /** Of a unique index: a statement that finds the rows which collide. */
  readonly collisions?: string;
  /** Of a unique index over a normal form: the same among all but some rows, which were there before it. */
  readonly sparing?: (ids: readonly number[]) => string;
  /** Needs another table: made after all tables exist. */
  readonly target?: string;
  readonly extension?: 'btree_gist';
  /** Over an expression, of which PostgreSQL knows no values before it has analysed the table. */
  readonly expression?: boolean;
  /** How it is stored, whatever it is over (as `reloptions` joined by ", "): changed where it stands, without being made anew. */
  readonly storage?: string;
  /** What the same object was called while its storage stood in its definition. */
  readonly was?: string;
}

type Where = Readonly<Record<string, readonly (string | number)[]>>;

const whereSql = (where: Where | undefined, extra: readonly string[] = []): string => {
  const parts = [
    ...Object.entries(where ?? {}).map(([field, values]) => `${ident(field)} in (${values.map(literal).join(', ')})`),
    ...extra,
  ];
  return parts.length > 0 ? ` where ${parts.join(' and ')}` : '';
};

function index(entity: Entity, hint: string, definition: string, storage?: string): TableObject {
  const name = objectName(entity.name, hint, definition, 'idx');
  const options = storage === undefined ? '' : ` with (${storage})`;
  return {
    name,
    kind: 'index',
    sql: `create index ${ident(name)} on ${ident(entity.name)} ${definition}${options}`,
    fields: [],
    ...(storage !== undefined && { storage }),
  };
}

/**
 * Rows wait beside the index, no more than about a hundred, and go into it together: that costs a third of putting in each by itself. A search reads
 * those that wait; it takes as long with them as without (docs/decisions/lists.md).
 */
const SEARCH_STORAGE = 'fastupdate=on, gin_pending_list_limit=256';

/** Stores an index otherwise where it stands. Of a divided table it is its parts that are stored; the whole keeps its word for those to come. */
export const storeIndex = (name: string, storage: string, divided: boolean): string =>
  divided
    ? `do $do$ declare part regclass; begin
  for part in select c.oid from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${literal(ident(name))}::regclass and array_to_string(c.reloptions, ', ') is distinct from ${literal(storage)}
  loop execute format('alter index %s set (${storage})', part); end loop;
end $do$`
    : `alter index ${ident(name)} set (${storage})`;

function searchIndexes(entity: Entity): TableObject[] {
  if (entity.search.length === 0) return [];
  const definition = `using gin (forecourt_sql.search_grams(${searchExpression(entity)}))`;
  return [
    {
      ...index(entity, 'search', definition, SEARCH_STORAGE),
      was: objectName(entity.name, 'search', `${definition} with (fastupdate = off)`, 'idx'),
      expression: true,
    },
  ];
}

/** Columns of the entity of which a list finds the beginning: folded as it compares them, and byte by byte, which is what finds beginnings in any collation. */
function beginnings(entity: Entity, model: Model): TableObject[] {
  const filters = model.resources.get(entity.name)?.list.filters ?? [];
  const columns = filters
    .filter(({ operator }) => operator === 'startsWith')
    .flatMap(({ paths }) => directColumns(paths));
  return [...new Set(columns)]
    .filter((name) => !entity.search.includes(name))
    .map((name) => ({
      ...index(entity, `${name}_beginning`, `((${beginning(folded(ident(name)))})) where ${ident(name)} is not null`),
      expression: true,
    }));
}

/** Finds rows that a unique index does not allow together, as an operator runs it. */
function collisions(entity: Entity, fields: readonly string[], columns: readonly Sql[], where: string): string {
  const filled = columns.map((sql) => `${sql} is not null`).join(' and ');
  return `select array_agg(id order by id) as ids, ${columns.map((sql, at) => `${sql} as ${ident(fields[at]!)}`).join(', ')} from ${ident(entity.name)}${where ? `${where} and` : ' where'} ${filled} group by ${columns.join(', ')} having count(*) > 1`;
}

/** Unique indexes: nulls (empty values) never collide, deleted rows neither. Typed texts collide with those that look alike. */
function uniques(entity: Entity, model: Model): TableObject[] {
  const live = entity.deletion === 'soft' ? ['"deleteTime" is null'] : [];
  return entity.unique.map((unique) => {
    const columns = unique.fields.map((field) => compared(entity, field, model));
    const where = whereSql(unique.where, live);
    const definition = `(${columns.join(', ')})${where}`;
    const name = objectName(entity.name, unique.fields.join('_'), definition, 'key');
    return {
      name,
      kind: 'index',
      sql: `create unique index ${ident(name)} on ${ident(entity.name)} ${definition}`,
      fields: unique.fields,
      message: unique.message,
      collisions: collisions(entity, unique.fields, columns, where),
      ...(unique.fields.some((field) => entity.byName.get(field)?.normal) && {
        sparing: (ids: readonly number[]) =>
          `create unique index ${ident(name)} on ${ident(entity.name)} (${columns.join(', ')})${where === '' ? ' where' : `${where} and`} id not in (${ids.join(', ')})`,
      }),
    };
  });
}

function foreignKeys(entity: Entity): TableObject[] {
  return entity.fields.flatMap((field) => {
    if (relationOf(field) !== 'one' || !field.ref) return [];
    const definition = `foreign key (${ident(field.name)}) references ${ident(field.ref.resource)} (id)`;
    const name = objectName(entity.name, field.name, definition, 'fkey');
    return [
      {
        name,
        kind: 'constraint' as const,
        sql: constraint(entity, name, definition),
        fields: [field.name],
        target: field.ref.resource,
      },
    ];
  });
}

const constraint = (entity: Entity, name: string, definition: string): string =>
  `alter table ${ident(entity.name)} add constraint ${ident(name)} ${definition}`;

const CHECKED = [
  ['minimum', '>='],
  ['maximum', '<='],
  ['exclusiveMinimum', '>'],
  ['exclusiveMaximum', '<'],
] as const;

/** Code tables and number limits, checked by the database as well. `not valid`: new rows obey, old ones are not read under a lock. */
function checks(entity: Entity, model: Model): TableObject[] {
  return entity.fields.flatMap((field) => {
    const limits = kindFor(field).limits?.(field, model) ?? {};
    const name = ident(field.name);
    const conditions = CHECKED.flatMap(([limit, operator]) =>
      limits[limit] === undefined ? [] : [`${name} ${operator} ${limits[limit]}`],
    );
    if (limits.codes?.length) conditions.push(`${name} in (${limits.codes.map(literal).join(', ')})`);
    if (conditions.length === 0) return [];
    const definition = `check (${conditions.join(' and ')}) not valid`;
    const object = objectName(entity.name, field.name, definition, 'check');
    return [
      { name: object, kind: 'constraint' as const, sql: constraint(entity, object, definition), fields: [field.name] },
    ];
  });
}

function exclusion(entity: Entity, codes: CodeTables): TableObject[] {
  const exclude = entity.schema['x-exclude'];
  if (!exclude) return [];
  const [start, end] = exclude.interval;
  const range = columnType(entity.byName.get(start)!, codes) === 'date' ? 'daterange' : 'tstzrange';
  const keys = exclude.key.map((name) => `${ident(name)} with =`).join(', ');
  // Without any end it is no period; one that is there always needs no such look.
  const isPeriod = exclude.interval.some((name) => entity.byName.get(name)!.required)
    ? []
    : [`(${ident(start)} is not null or ${ident(end)} is not null)`];
  const where = whereSql(exclude.where, isPeriod).replace(/^ where (.*)$/, ' where ($1)');
  const definition = `exclude using gist (${keys}, ${range}(${ident(start)}, ${ident(end)}, '[)') with &&)${where}`;
  const name = objectName(entity.name, exclude.key.join('_'), definition, 'excl');
  return [
    {
      name,
      kind: 'constraint',
      sql: constraint(entity, name, definition),
      fields: exclude.key,
      message: exclude.message,
      extension: 'btree_gist',
    },
  ];
}

/** Columns that a figure of a page reads of the rows of a period; none when it needs more than these rows have. */
function columnsOf({ resource, measure, by, filter, scope }: PlainFigure): readonly string[] {
  const { entity, list } = resource;
  // Without a filter of its name, a property is asked for by its own.
  const asked = [...Object.keys(filter), ...(scope ? [scope] : [])].flatMap(
    (name) => list.filters.find((one) => one.name === name)?.paths ?? [{ steps: [], last: name }],
  );
  const names = [
    ...asked.map(({ steps, last }) => (steps.length === 0 ? last : '')),
    ...('field' in measure ? [measure.field.name] : []),
    ...(by?.field ? [by.field.name] : []),
  ];
  const isColumn = (name: string): boolean => {
    const field = entity.byName.get(name);
    return field !== undefined && isStored(field);
  };
  return names.every(isColumn) ? names : [];
}

/** Columns that figures of pages read of the rows of a period that this column says. */
function figuredColumns(entity: Entity, { dashboards }: Model, column: string): readonly string[] {
  const figures = dashboards
    .flatMap(({ sections }) => sections.flatMap(({ widgets }) => widgets))
    .flatMap((widget) => widget.figures);
  return figures.flatMap((figure) =>
    figure.kind === 'plain' &&
    figure.resource.entity === entity &&
    typeof figure.period === 'object' &&
    directColumns(figure.period.paths).includes(column)
      ? columnsOf(figure)
      : [],
  );
}

/**
 * Columns that follow those of an index, so that its rows are counted and summed without being read. An index of a
 * scope gets the other ways into the scope. That of the default sort gets what figures of a period are made of.
 */
function included(entity: Entity, model: Model, columns: readonly string[]): string {
  const [first] = columns as [string];
  const scopes = directColumns(entity.scope);
  const wanted = [
    ...(scopes.includes(first) ? scopes : []),
    ...(columns.at(-1) === 'id' ? figuredColumns(entity, model, first) : []),
  ];
  const others = [...new Set(wanted)].filter((name) => !columns.includes(name));
  return others.length > 0 ? ` include (${others.map(ident).join(', ')})` : '';
}

/** What an index has of a column: its one spelling, which is what rows are looked for by (`x-normal`). */
const indexed = (entity: Entity, name: string): Sql => {
  const field = entity.byName.get(name);
  const form = field && normalSql(field);
  return form ? SQL`(${form})` : ident(name);
};

/** Every index and constraint of an entity. */
export function objectsOf(entity: Entity, model: Model): TableObject[] {
  if (entity.view) return [];
  const indexes = indexColumns(entity, model).map(({ columns, filled, raw }) =>
    index(
      entity,
      columns.join('_'),
      `(${columns.map((name) => (raw ? ident(name) : indexed(entity, name))).join(', ')})${included(entity, model, columns)}${filled ? ` where ${ident(columns[0]!)} is not null` : ''}`,
    ),
  );
  const below = (entity.schema['x-index'] ?? []).flatMap((each) =>
    'fields' in each
      ? [
          index(
            entity,
            each.fields.join('_'),
            `(${each.fields.map((name) => indexed(entity, name)).join(', ')}) where ${ident(each.below[0])} < ${ident(each.below[1])}`,
          ),
        ]
      : [],
  );
  const arrays = entity.fields
    .filter((field) => relationOf(field) === 'many')
    .map((field) => index(entity, field.name, `using gin (${ident(field.name)})`));
  return [
    ...uniques(entity, model),
    ...indexes,
    ...below,
    ...arrays,
    ...searchIndexes(entity),
    ...beginnings(entity, model),
    ...checks(entity, model),
    ...exclusion(entity, model.codes),
    ...foreignKeys(entity),
  ];
}
