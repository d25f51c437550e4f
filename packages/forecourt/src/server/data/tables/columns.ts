import type { CodeTables, Entity, Field } from '../../../model/index.ts';
import { commentOf, FORM_TYPES, isCertain, kindFor, storedForm, type Form, type StoredColumn } from '../kinds/index.ts';
import { ident, literal, type PgType } from '../sql/index.ts';

export interface Column {
  readonly name: string;
  readonly form: Form;
  /** The table whose rows an id names. */
  readonly target?: string;
  /** As format_type() spells it. */
  readonly type: PgType;
  readonly notNull: boolean;
  /** Decimals of the currency, in whose minor units amounts are. */
  readonly digits: number;
  /** SQL of the default; undefined when there is none. */
  readonly default?: string;
  readonly identity?: boolean;
}

/** A schema default in storage form as SQL; nothing for what has no constant default. */
function defaultOf(field: Field): string | undefined {
  const { default: value } = field;
  if (value === undefined || value === null || value === '') return undefined;
  const kind = kindFor(field);
  return kind.defaultSql ? kind.defaultSql(value, field) : literal(value as string | number);
}

/** A further statement that says what a column holds where its type does not; nothing where the comment is right already. `stored`: as it stands. */
export function commented({ name }: Pick<Entity, 'name'>, column: Column, stored?: StoredColumn): string {
  const comment = commentOf(column.form);
  const was = stored && storedForm(stored);
  if (comment === (was && commentOf(was))) return '';
  return `; comment on column ${ident(name)}.${ident(column.name)} is ${comment === undefined ? 'null' : literal(comment)}`;
}

const known = new WeakMap<Entity, { readonly codes: CodeTables; readonly columns: readonly Column[] }>();

/** Columns of an entity in the order of its schema. Every statement asks for them: they are found once. */
export function columnsOf(entity: Entity, codes: CodeTables): readonly Column[] {
  const before = known.get(entity);
  if (before?.codes === codes) return before.columns;
  const columns = findColumns(entity, codes);
  known.set(entity, { codes, columns });
  return columns;
}

function findColumns(entity: Entity, codes: CodeTables): readonly Column[] {
  const columns: Column[] = [];
  for (const field of entity.fields) {
    const form = kindFor(field).form(field, codes);
    if (!form) continue;
    const type = FORM_TYPES[form];
    const { digits } = field;
    if (field.name === 'id')
      columns.push({ name: 'id', form: 'ref', type: FORM_TYPES.ref, notNull: true, digits, identity: true });
    else if (field.name === 'createTime' || field.name === 'updateTime')
      columns.push({ name: field.name, form, type, notNull: true, digits, default: 'now()' });
    else
      columns.push({
        name: field.name,
        form,
        type,
        notNull: isCertain(field),
        digits,
        default: defaultOf(field),
        ...(form === 'ref' && { target: field.ref?.resource }),
      });
  }
  if (entity.deletion === 'soft')
    columns.push({
      name: 'deleteTime',
      form: 'dateTime',
      type: FORM_TYPES.dateTime,
      notNull: false,
      digits: 0,
    });
  return columns;
}
