import type { Entity } from '../../../model/index.ts';
import { storedForm, type Form } from '../kinds/index.ts';
import { ident } from '../sql/index.ts';
import type { Catalog, CatalogColumn, CatalogTable } from './catalog.ts';
import { commented, type Column } from './columns.ts';
import { conversionOf, convertHistory, type Conversion } from './conversions.ts';
import { rowsOf, stillEmpty, type Draft } from './draft.ts';
import { violatingRows } from './limits.ts';

/** A column whose values are no longer what the schema says. */
interface ChangedForm {
  readonly stored: CatalogColumn;
  /** Undefined where no value of the one form is a value of the other. */
  readonly conversion: Conversion | undefined;
}

/** How a stored column has to change to hold what its property is now; undefined when it already does. */
export function changedForm(column: Column, stored: CatalogColumn, catalog: Catalog): ChangedForm | undefined {
  const form = storedForm(stored);
  if (column.identity || form === column.form) return undefined;
  return { stored, conversion: form && conversionOf(form, column, (target) => catalog.has(target)) };
}

const NAMES: Readonly<Partial<Record<Form, string>>> = {
  money: 'amounts (bigint, minor units)',
  int64: 'whole numbers of 64 bits (bigint)',
};
const named = (form: Form | undefined, type: string): string => (form && NAMES[form]) ?? type;

/** What a column holds, for a person: three forms share a type. */
const called = (stored: CatalogColumn): string =>
  stored.references !== null ? `ids of ${stored.references}` : named(storedForm(stored), stored.type);
const wanted = ({ type, form, target }: Column): string =>
  target !== undefined ? `ids of ${target}` : named(form, type);

/**
 * Plans the change of a column's form: without values at once, with values that fit on command. Where one does not fit, or none could, it
 * is impossible: nothing of the plan is then applied.
 */
export async function changeForm(
  entity: Entity,
  column: Column,
  { stored, conversion }: ChangedForm,
  table: CatalogTable,
  draft: Draft,
): Promise<void> {
  const name = ident(column.name);
  const where = `${entity.name}.${column.name}`;
  const using = conversion ? conversion.using(name) : `null::${column.type}`;
  const does = `change type of ${where} from ${called(stored)} to ${wanted(column)}`;
  const sql = `alter table ${ident(entity.name)} alter column ${name} drop default, alter column ${name} type ${column.type} using ${using}${commented(entity, column, stored)}`;
  if (!(await table.hasValues(column.name)))
    return void draft.safe.push({ sql: `${stillEmpty(entity.name, column.name)}; ${sql}`, does, breaks: 'stops' });
  const by = `Give the new property another name, move the values there by hand, then remove the old one`;
  if (!conversion)
    return void draft.impossible.push({
      statement: { sql: `select id, ${name} from ${ident(entity.name)} where ${name} is not null`, does, finds: true },
      why: `${where} holds values of type ${called(stored)}, none of which is one of ${wanted(column)}. ${by}`,
    });
  const misfits = await table.count(column.name, (one) => conversion.misfit(one));
  if (misfits > 0)
    return void draft.impossible.push({
      statement: { sql: violatingRows(entity, column.name, conversion.misfit(name)), does, finds: true },
      why: `${rowsOf(misfits)} of ${where} ${misfits === 1 ? 'does' : 'do'} not fit: the new type takes ${conversion.asks}. Correct them first (the statement finds them)`,
    });
  const was = entity.byName.get(column.name)?.was;
  const names = [column.name, ...(was !== undefined && !entity.byName.has(was) ? [was] : [])];
  const history =
    conversion.recorded && !entity.log ? `; ${convertHistory(entity.name, names, conversion.recorded)}` : '';
  draft.unsafe.push({
    statement: { sql: `${sql}${history}`, does },
    why: `${where} holds values of type ${called(stored)}; every one of them fits, but rewriting them locks the table`,
  });
}

/** Ids that were of one table name rows of another from now on: only on command, and only where there are such rows. */
export async function changeTarget(
  entity: Entity,
  column: Column,
  stored: CatalogColumn,
  { table, catalog }: { readonly table: CatalogTable; readonly catalog: Catalog },
  draft: Draft,
): Promise<void> {
  const { target } = column;
  if (target === undefined || stored.references === null || stored.references === target) return;
  if (!(await table.hasValues(column.name))) return;
  const misfit = conversionOf('ref', column, (one) => catalog.has(one))!.misfit;
  const where = `${entity.name}.${column.name}`;
  const does = `let ${where} name rows of ${target}, no longer of ${stored.references}`;
  const misfits = await table.count(column.name, misfit);
  const statement = { sql: violatingRows(entity, column.name, misfit(ident(column.name))), does, finds: true };
  if (misfits > 0)
    draft.impossible.push({
      statement,
      why: `${rowsOf(misfits)} of ${where} ${misfits === 1 ? 'names' : 'name'} no row of ${target}. Correct them first (the statement finds them)`,
    });
  else
    draft.unsafe.push({
      statement: { ...statement, sql: `select id, ${ident(column.name)} from ${ident(entity.name)}` },
      why: `${where} holds ids of ${stored.references}; they would stay as they are and name rows of ${target}`,
    });
}
