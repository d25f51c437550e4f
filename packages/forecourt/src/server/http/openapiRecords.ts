import {
  HAS_CHILDREN,
  formNames,
  listFields,
  type Entity,
  type Field,
  type Model,
  type Resource,
} from '../../model/index.ts';
import { list, orNull as orNothing, STRING } from '../../calls/index.ts';
import type { ResourceHooks, ServerModule } from '../contract.ts';
import { recordSchema } from '../data/index.ts';
import { sometimes } from './openapiConditions.ts';
import { answered, referring, type Json } from './openapiParts.ts';

/** A whole number of 64 bits: a JSON number, or its digits as a text, which those beyond 2^53 must be. Its limits are the number's. */
function eitherWay({
  type: _type,
  format: _format,
  description,
  readOnly,
  writeOnly,
  default: value,
  ...limits
}: Json): Json {
  const number = {
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    ...limits,
    type: 'integer',
  };
  const about = { description, readOnly, writeOnly, default: value };
  return {
    oneOf: [number, { type: 'string', pattern: '^-?[0-9]{1,19}$' }],
    ...Object.fromEntries(Object.entries(about).filter(([, one]) => one !== undefined)),
  };
}

/** What a schema says of a property, without our own keywords. */
export function propertyOf(field: Field): Json {
  const { schema } = field;
  const own = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-')));
  const plain = schema.format === 'int64' ? eitherWay(own) : own;
  const note = schema['x-codes']
    ? `Code table ${field.codes}.`
    : field.ref
      ? `Id of ${field.ref.resource}.`
      : undefined;
  return {
    ...plain,
    ...(field.writeOnly && { writeOnly: true }),
    ...(note && { description: [schema.description, note].filter(Boolean).join(' ') }),
  };
}

/** The same, or null: what clears a value. */
function orNull(property: Json): Json {
  const { type, enum: values, oneOf } = property;
  return {
    ...property,
    ...(Array.isArray(oneOf) && { oneOf: [...(oneOf as unknown[]), { type: 'null' }] }),
    ...(type !== undefined && { type: [...[type].flat(), 'null'] }),
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
}

const isWritten = (field: Field): boolean => !field.readOnly && !field.builtIn;

interface SavedParts {
  /** The relation to the record that it is sent with. */
  readonly by?: string;
  /** The save may ask before it goes on, and is told the answer. */
  readonly asks?: boolean;
}

/** What a save takes: `create` a new record, `change` what is to be changed of one. */
function saved(model: Model, entity: Entity, way: 'create' | 'change', { by, asks = false }: SavedParts = {}): Json {
  const creates = way === 'create';
  const fields = entity.fields.filter((field) => isWritten(field) && field.name !== by);
  const lists = entity.many.map(({ name, field, resource, by: parent }): [string, Json] => {
    const child = model.entities.get(resource)!;
    const items = {
      anyOf: [saved(model, child, 'create', { by: parent }), saved(model, child, 'change', { by: parent })],
    };
    return [name, { ...propertyOf(field), type: 'array', items }];
  });
  const demanded = [...fields, ...entity.many.map(({ field }) => field)].filter(
    ({ name, required, show }) => required && !show && name !== entity.stateField,
  );
  const conditional = creates ? sometimes(entity).filter(({ name }) => name !== by) : [];
  return {
    type: 'object',
    ...(entity.schema.title && { title: entity.schema.title }),
    additionalProperties: false,
    required: creates ? demanded.map(({ name }) => name) : ['id'],
    properties: {
      ...(creates
        ? {}
        : {
            id: { type: 'integer', minimum: 1 },
            updateTime: { ...STRING, description: 'Of the record as it was read; another one is a conflict' },
          }),
      ...Object.fromEntries(
        fields.map((field) => [
          field.name,
          field.required && !field.writeOnly ? propertyOf(field) : orNull(propertyOf(field)),
        ]),
      ),
      ...Object.fromEntries(lists),
      ...(asks && {
        confirmed: { enum: [0, 1], description: 'Goes on after the question, which is a refusal at this field' },
      }),
    },
    ...(conditional.length > 0 && { allOf: conditional.map(({ test }) => test) }),
  };
}

/** Properties that every reader is answered: not those that ask for a permission of their own. */
function certainNames(model: Model, entity: Entity): ReadonlySet<string> {
  const restricted = entity.fields.filter((field) => field.access?.read !== undefined);
  const without = new Set(
    restricted.flatMap(({ name, ref }) => (ref ? [name, ref.as, ...Object.keys(ref.with)] : [name])),
  );
  return new Set(recordSchema(model, entity).required.filter((name) => !without.has(name)));
}

/** A record as it is answered alone. */
function answer(model: Model, entity: Entity): Json {
  const certain = certainNames(model, entity);
  return referring({ ...recordSchema(model, entity), required: [...certain] }) as Json;
}

/** A record as a row of its list: without the documents that no column shows, and without its child records. */
function row(model: Model, resource: Resource): Json {
  const { entity } = resource;
  const listed = listFields(resource);
  const hidden = new Set([
    ...entity.fields.filter(({ name }) => !listed.has(name)).map(({ name }) => name),
    ...entity.many.map(({ name }) => name),
  ]);
  const { properties, ...rest } = recordSchema(model, entity);
  const tree = listed.has(HAS_CHILDREN);
  return {
    ...rest,
    required: [...certainNames(model, entity)].filter((name) => !hidden.has(name)),
    properties: {
      ...Object.fromEntries(Object.entries(properties).filter(([name]) => !hidden.has(name))),
      ...(tree && { [HAS_CHILDREN]: { type: 'boolean' } }),
      ...(entity.deletion === 'soft' && {
        deleteTime: { ...STRING, description: 'Of the deleted rows, where those are asked for' },
      }),
    },
  };
}

/**
 * What a detail opens: whoever may edit the record and not read all of it is answered what its form needs. The hooks of the application put more
 * into it: records of other resources, and what they add.
 */
function info(model: Model, resource: Resource, { adds = {}, beside = {} }: ResourceHooks): Json {
  const { entity } = resource;
  const added = referring(adds) as { readonly properties?: Json; readonly required?: readonly string[] };
  const { properties, ...rest } = answer(model, entity);
  const needed = formNames(resource);
  const certain = [...certainNames(model, entity)].filter((name) => needed.has(name));
  const parts = Object.entries(beside).map(([name, { resource: other, first }]): [string, Json] => [
    name,
    first ? orNothing(answered(other)) : list(answered(other)),
  ]);
  return {
    ...rest,
    required: [...new Set([...certain, ...(added.required ?? [])])],
    properties: { ...(properties as Json), ...Object.fromEntries(parts), ...added.properties },
  };
}

/** What is taken and what is answered of every entity and resource, by the names that calls refer to. */
export function schemasOf(model: Model, hooks: NonNullable<ServerModule['hooks']>): Json {
  return Object.fromEntries([
    ...[...model.entities.values()].map((entity) => [`${entity.name}.answer`, answer(model, entity)]),
    ...[...model.resources.values()].flatMap((resource) => {
      const { name, entity } = resource;
      const asks = hooks[name]?.asks;
      return [
        [`${name}.row`, row(model, resource)],
        [`${name}.info`, info(model, resource, hooks[name] ?? {})],
        ...(entity.log
          ? []
          : [
              [`${name}.create`, saved(model, entity, 'create', { asks })],
              [`${name}.change`, saved(model, entity, 'change', { asks })],
            ]),
      ];
    }),
  ]);
}
