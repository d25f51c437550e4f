import { factsOf, forms, type Entity, type Field, type Model } from '../../../model/index.ts';
import { columnType } from '../kinds/index.ts';
import { ident, SQL, type Alias, type Sql } from '../sql/index.ts';
import { normalSql } from './normalForms.ts';

/** `uniqueKey` of the model in the database. A change of what it answers is a function of another name, so that indexes are made anew. */
export const UNIQUE_KEY_FUNCTION = `create function forecourt_sql.unique_key(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) = length(value) then return value; end if;
  return normalize(regexp_replace(value, '[${forms.invisibleClass((code) => `\\U${code.padStart(8, '0')}`)}]', '', 'g'), NFKC);
end
$$`;

/** Whether people type the values of a column. Numbers that the program gives, and names of files, are compared as they are. */
export function isTyped(field: Field, { codes }: Pick<Model, 'codes'>): boolean {
  return (
    columnType(field, codes) === 'text' &&
    field.schema.enum === undefined &&
    field.schema.readOnly !== true &&
    !factsOf(field).uploaded
  );
}

/** SQL of the value of a unique property as it is compared: by its normal form (`x-normal`), else by how it looks. */
export function compared(entity: Entity, name: string, model: Pick<Model, 'codes'>, alias?: Alias): Sql {
  const field = entity.byName.get(name)!;
  const value = alias ? SQL`${alias}.${ident(name)}` : ident(name);
  return normalSql(field, alias) ?? (isTyped(field, model) ? SQL`forecourt_sql.unique_key(${value})` : value);
}
