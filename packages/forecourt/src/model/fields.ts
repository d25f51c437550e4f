import { choicesOf, choiceTable, withChoiceTables } from './choices.ts';
import { isStored, kindOf } from './kinds.ts';
import type { Field, Many, ModelLocale } from './model.ts';
import { titleProperty } from './names.ts';
import type { Condition, EntitySchema, PropertySchema } from './schema.ts';

/** A condition that no record meets: what is entered once (`x-once`) is a value that `x-edit` always keeps. */
const NEVER: Condition = { not: {} };

/** Who reads the private files of a property; undefined where they are not private. */
function privateBy(entity: string, keyword: boolean | string | undefined, owner: EntitySchema): Field['privateBy'] {
  if (typeof keyword !== 'string') return keyword ? { resource: entity } : undefined;
  const target = owner.properties[keyword]?.['x-ref']?.resource;
  return target === undefined ? { resource: entity } : { resource: target, relation: keyword };
}

/** Compiles one property of `entity`. `owner` supplies whether it is required. */
function compileField(
  entity: string,
  name: string,
  property: PropertySchema,
  owner: EntitySchema,
  { digits, phoneCodes = [] }: ModelLocale,
): Field {
  const kind = kindOf(property);
  const reference = property['x-ref'];
  return {
    name,
    kind,
    schema: owner['x-internal'] ? property : withChoiceTables(choiceTable(entity, name), property),
    required: owner.required?.includes(name) ?? false,
    readOnly: property.readOnly === true || !isStored({ kind }),
    writeOnly: property.writeOnly === true,
    widget: property['x-widget'],
    codes: property['x-codes'] ?? (choicesOf(property) && choiceTable(entity, name)),
    ref: reference && {
      resource: reference.resource,
      as: reference.as ?? titleProperty(name),
      with: reference.with ?? {},
      ...(reference.where && { where: reference.where }),
      ...(reference.by && { by: reference.by }),
    },
    mask: property['x-mask'],
    ...(property['x-normal'] && { normal: { ...property['x-normal'], home: phoneCodes } }),
    sensitive: property['x-sensitive'] === true,
    access: property['x-access'],
    compute: property['x-compute'],
    show: property['x-show'],
    edit: property['x-once'] ? NEVER : property['x-edit'],
    locked: property['x-locked'],
    require: property['x-require'],
    after: property['x-after'],
    default: property.default,
    dynamicDefault: property['x-default'],
    message: property['x-message'],
    was: property['x-was'],
    privateBy: privateBy(entity, property['x-private'], owner),
    digits,
    builtIn: false,
  };
}

const BUILT_IN: Readonly<Record<string, PropertySchema>> = {
  id: { type: 'integer', readOnly: true },
  createTime: { type: 'string', format: 'date-time', readOnly: true },
  updateTime: { type: 'string', format: 'date-time', readOnly: true },
};

/** All fields of an entity: the built-in ones that the schema does not mention, then its own in their order. */
export function compileFields(entity: string, schema: EntitySchema, locale: ModelLocale): readonly Field[] {
  const stored = Object.entries(schema.properties).filter(([, property]) => !property['x-many']);
  const own = stored.map(([name, property]) =>
    Object.hasOwn(BUILT_IN, name)
      ? {
          ...compileField(entity, name, { ...BUILT_IN[name], ...property }, schema, locale),
          readOnly: true,
          builtIn: true,
        }
      : compileField(entity, name, property, schema, locale),
  );
  const mentioned = new Set(own.map((field) => field.name));
  const added = Object.entries(BUILT_IN)
    .filter(([name]) => !mentioned.has(name))
    .map(([name, property]) => ({ ...compileField(entity, name, property, schema, locale), builtIn: true }));
  return [...added.filter((field) => field.name === 'id'), ...own, ...added.filter((field) => field.name !== 'id')];
}

/** The lists of child records that an entity is entered with. */
export const compileMany = (entity: string, schema: EntitySchema, locale: ModelLocale): readonly Many[] =>
  Object.entries(schema.properties).flatMap(([name, property]) => {
    const many = property['x-many'];
    return many
      ? [{ name, field: compileField(entity, name, property, schema, locale), resource: many.resource, by: many.field }]
      : [];
  });
