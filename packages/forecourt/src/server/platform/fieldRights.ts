import { isDeepStrictEqual } from 'node:util';
import { defineCall, EMPTY, list, object, STRING } from '../../calls/index.ts';
import {
  FIELD_RIGHTS,
  maskFor,
  mayBeNarrowed,
  type Entity,
  type Field,
  type FieldRight,
  isStored,
} from '../../model/index.ts';
import { defineCommand, type Context } from '../contract.ts';
import { entityLabel, fieldLabel } from '../data/index.ts';
import { refuseFields } from '../errors.ts';

type Stored = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sameAs = (stored: unknown, name: string, given: unknown): boolean =>
  isObject(stored) && Object.hasOwn(stored, name) && isDeepStrictEqual(stored[name], given);

/**
 * Rights of properties as they are kept: what takes nothing is left out. Refuses what names no property, or is no right. What is `stored` already stays
 * when its property is gone: the form sends it back, and has no line to take it off.
 */
export function readFieldRights(given: unknown, { model }: Context, stored?: unknown): unknown {
  const rights: Record<string, Record<string, FieldRight>> = {};
  const refuseName = (name: string): never => {
    throw refuseFields({ fieldRights: ['msg.role.unknownField', { name }] });
  };
  for (const [name, of] of Object.entries((given ?? {}) as Readonly<Record<string, unknown>>)) {
    const entity = model.entities.get(name);
    if (!entity && sameAs(stored, name, of)) {
      rights[name] = of as Record<string, FieldRight>;
      continue;
    }
    if (!entity || typeof of !== 'object' || of === null || Array.isArray(of)) return refuseName(name);
    for (const [property, right] of Object.entries(of as Readonly<Record<string, unknown>>)) {
      const field = entity.fields.find((one) => one.name === property || one.was === property);
      const known = FIELD_RIGHTS.find((one) => one === right);
      if (!field && isObject(stored) && sameAs(stored[name], property, right)) {
        (rights[name] ??= {})[property] = right as FieldRight;
        continue;
      }
      if (!field || !mayBeNarrowed(field) || !known) return refuseName(`${name}.${property}`);
      if (known === 'masked' && !maskFor(field))
        throw refuseFields({
          fieldRights: ['msg.role.noMask', { name: `${name}.${property}` }],
        });
      if (known !== 'write') (rights[name] ??= {})[field.name] = known;
    }
  }
  return Object.keys(rights).length > 0 ? rights : null;
}

const FIELDS = list(
  object({
    name: STRING,
    title: STRING,
    fields: list(
      object({
        name: STRING,
        was: STRING,
        label: STRING,
        rights: list({ enum: [...FIELD_RIGHTS] }),
        needed: { type: 'boolean' },
      }),
    ),
  }),
);

const ROLE_FIELDS = defineCall({
  method: 'GET',
  path: '/role/fields',
  summary: 'Properties of all resources, and the rights of each that a role can have',
  permission: 'role-list',
  input: EMPTY,
  answer: FIELDS,
});

/** Rights that a property can have: of what nobody writes not to write it, of what nobody reads not to read it. */
function rightsOf(field: Field, { stateField }: Entity): FieldRight[] {
  const isWritten = !field.readOnly && isStored(field) && field.name !== stateField;
  return FIELD_RIGHTS.filter((right) => {
    if (right === 'masked') return maskFor(field) !== undefined;
    return right !== 'read' || (isWritten && !field.writeOnly);
  });
}

/** Without it no record is made: it must have a value, and nothing gives it one. */
const isNeeded = (field: Field, { stateField, log }: Entity): boolean =>
  field.required &&
  !log &&
  !field.readOnly &&
  field.default === undefined &&
  field.dynamicDefault === undefined &&
  field.name !== stateField;

/** What the grid of the role screen shows. */
export const roleFields = defineCommand(ROLE_FIELDS, {
  run: (_input, context) =>
    Promise.resolve(
      [...context.model.resources.values()].map(({ name, entity }) => ({
        name: entity.name,
        title: entityLabel(context, name),
        fields: entity.fields.filter(mayBeNarrowed).map((field) => ({
          name: field.name,
          was: field.was ?? '',
          label: fieldLabel(context, entity.name, field.name),
          rights: rightsOf(field, entity),
          needed: isNeeded(field, entity),
        })),
      })),
    ),
});
