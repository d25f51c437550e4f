import {
  narrowedSchemas,
  permissionKey,
  permits,
  rightTo,
  type Field,
  type Model,
  type Resource,
} from '../../model/index.ts';
import type { Actor } from '../contract.ts';
import { codeLabel, entityLabel, fieldLabel } from '../data/index.ts';
import type { Translate } from '../messages.ts';
import { allowedNames, type RecordWays } from './recordTools.ts';
import { BadArguments, object, requireKnown, textOf, type Json, type Tool } from './tool.ts';

interface Known {
  readonly model: Model;
  readonly ways: RecordWays;
  /** JSON Schemas of what is saved, by `<resource>.create` and `<resource>.change`. */
  schemas(): Json;
}

/** What may be done with records of a resource, by the names of tools. */
const offeredOf = ({ ways }: Known, name: string, actor: Actor): readonly string[] =>
  Object.entries(ways)
    .filter(([, way]) => allowedNames(way, actor).includes(name))
    .map(([tool]) => tool);

/** Resources of which the actor may do anything. */
export const describedNames = (known: Known, actor: Actor): readonly string[] =>
  [...known.model.resources.keys()].filter((name) => offeredOf(known, name, actor).length > 0);

const isTold = ({ permission, entity }: Resource, field: Field, actor: Actor): boolean =>
  !field.writeOnly &&
  rightTo(actor, entity.name, field.name) !== 'hidden' &&
  (field.access?.read === undefined || permits(actor.permissions, permissionKey(permission, field.access.read)));

function propertyOf({ model }: Known, { entity }: Resource, field: Field, actor: Actor, t: Translate): Json {
  const right = rightTo(actor, entity.name, field.name);
  const words = { t: (key: string) => t(key) };
  const codes = field.codes === undefined ? undefined : model.codes[field.codes];
  return {
    name: field.name,
    label: fieldLabel(words, entity.name, field.name),
    ...(field.schema.description && { about: field.schema.description }),
    ...(field.schema.type && { type: field.schema.type }),
    ...(codes &&
      codes.length <= 100 && {
        codes: Object.fromEntries(codes.map(({ code }) => [String(code), codeLabel(words, field.codes!, code)])),
      }),
    ...(field.ref && { idOf: field.ref.resource }),
    ...((field.mask || right === 'masked') && { masked: true }),
    ...((field.readOnly || right !== 'write') && { readOnly: true }),
  };
}

/** What a resource is: its words, properties and filters, and the schemas of what is saved. */
export function describeResource(known: Known, name: string, actor: Actor, t: Translate): Json {
  const tools = offeredOf(known, name, actor);
  const resource = known.model.resources.get(name);
  if (!resource || tools.length === 0) throw new BadArguments(`There is no resource "${name.slice(0, 60)}" here`);
  const { entity, list } = resource;
  const schemas = narrowedSchemas(known.schemas(), [entity], actor);
  const fields = entity.fields.filter((field) => isTold(resource, field, actor));
  const told = new Set(fields.map((field) => field.name));
  return {
    name,
    title: entityLabel({ t: (key) => t(key) }, name),
    ...(entity.schema.description && { about: entity.schema.description }),
    tools,
    properties: fields.map((field) => propertyOf(known, resource, field, actor, t)),
    filters: list.filters
      .filter(({ field }) => !field || !entity.byName.has(field.name) || told.has(field.name))
      .flatMap((filter) =>
        filter.operator === 'range' ? [`${filter.name}Start`, `${filter.name}End`] : [filter.name],
      ),
    sortedBy: list.sort,
    ...(entity.schema['x-states'] && { states: entity.schema['x-states'] }),
    ...(tools.includes('create') && { create: schemas[`${name}.create`] }),
    ...(tools.includes('update') && { change: schemas[`${name}.change`] }),
  };
}

/** How `describe` is told to an agent; it makes no call. */
export function describeText(known: Known, actor: Actor): ReturnType<Tool['text']> {
  const names = describedNames(known, actor);
  if (names.length === 0) return undefined;
  return {
    title: 'Describe a resource',
    description: 'What a resource is: its properties and their words, its filters, and the schemas of what is saved.',
    inputSchema: object({ resource: { type: 'string', enum: names } }, ['resource']),
  };
}

export function describedBy(known: Known, args: Json, actor: Actor, t: Translate): Json {
  requireKnown(args, ['resource']);
  return describeResource(known, textOf(args, 'resource') ?? '', actor, t);
}

export type { Known };
