import {
  formNames,
  isPrivateFile,
  maskFor,
  permissionKey,
  permits,
  rightTo,
  type Entity,
  type Field,
  type MaskName,
  type Model,
  type Path,
} from '../../../model/index.ts';
import type { Actor, ServerModule, SqlContext } from '../../contract.ts';
import type { SecretBox } from '../../secrets/index.ts';
import type { DataLayerOptions } from '../layer.ts';
import { amountSql, now, Parameters } from '../sql/index.ts';
import type { WholeQuestions } from './wholeQuestions.ts';

/** What every compiled query rests on. */
export interface Engine {
  readonly model: Model;
  readonly module: ServerModule;
  readonly defaultZone: string;
  /** Who a user is now; absent where nobody is known but who asks. */
  readonly site: NonNullable<DataLayerOptions['site']>;
  readonly actorOf?: DataLayerOptions['actorOf'];
  /** Absent where nothing is to be kept secret. */
  readonly secrets?: SecretBox;
  /** What was asked of masked properties. */
  readonly wholeQuestions: WholeQuestions;
  /** Absent where the database is nobody else's. */
  readonly lineage?: { readonly wary: boolean };
}

/** One query being written: for whom, and its values so far. */
export interface Reading {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly parameters: Parameters;
}

export const reading = (engine: Engine, caller: { readonly actor: Actor; readonly now: number }): Reading => ({
  engine,
  actor: caller.actor,
  parameters: new Parameters(caller.now),
});

/** What SQL of an application is handed for the rows of an alias. */
export const sqlContext = (
  { actor, engine: { model } }: Pick<Reading, 'actor'> & { readonly engine: Pick<Engine, 'model'> },
  alias: string,
): SqlContext => ({
  alias,
  actor,
  now,
  amount: (minorUnits) => amountSql(minorUnits, model.locale.digits),
});

/** The entity, or a clear fault of the program that asked for it. */
export function entityOf(engine: Engine, name: string): Entity {
  const entity = engine.model.entities.get(name);
  if (!entity) throw new Error(`no entity "${name}"`);
  return entity;
}

/** What is said where a relation names a record that does not exist for this user; `name` may lead into a document. */
export const unknownRecord = (engine: Engine, entity: Entity, name: string): string => {
  const field = entity.byName.get(name);
  if (field && isPrivateFile(field)) return 'msg.badFile';
  const target = field?.ref?.resource;
  return (target && engine.model.entities.get(target)?.schema['x-missing']) ?? 'msg.unknownRecord';
};

const baseOf = (engine: Engine, entity: Entity): string =>
  engine.model.resources.get(entity.name)?.permission.base ?? entity.name;

/** Whether the actor holds one of the nine words on this entity. */
export const hasPermission = (engine: Engine, entity: Entity, actor: Actor, word: string): boolean =>
  permits(actor.permissions, permissionKey(baseOf(engine, entity), word));

/** Whether a role leaves what registered SQL says that it is made of. A path that leads nowhere from here is another entity's. */
export function mayTell(
  { model }: Engine,
  entity: Entity,
  { madeOf = [] }: { readonly madeOf?: readonly string[] },
  actor: Actor,
): boolean {
  if (!actor.fields) return true;
  return madeOf.every((path) => {
    let owner: Entity | undefined = entity;
    return path.split('.').every((name) => {
      const field: Field | undefined = owner?.byName.get(name);
      const right = owner && field ? rightTo(actor, owner.name, name) : 'write';
      owner = field?.ref && model.entities.get(field.ref.resource);
      return right !== 'hidden' && right !== 'masked';
    });
  });
}

/** A field that is ever answered to this actor; any other is treated as if the schema did not have it. */
export function mayRead(engine: Engine, entity: Entity, field: Field, actor: Actor): boolean {
  const word = field.access?.read;
  return (
    !field.writeOnly &&
    (word === undefined || hasPermission(engine, entity, actor, word)) &&
    rightTo(actor, entity.name, field.name) !== 'hidden' &&
    mayTell(engine, entity, engine.module.computed?.[field.compute ?? ''] ?? {}, actor)
  );
}

/** Whether every relation of a path, and what it ends at, is ever answered to this actor. */
export const mayReach = (engine: Engine, entity: Entity, { steps, last }: Path, actor: Actor): boolean => {
  let owner: Entity | undefined = entity;
  for (const name of [...steps.map(({ field }) => field), last]) {
    const field: Field | undefined = owner?.byName.get(name);
    if (!owner || !field || !mayRead(engine, owner, field, actor)) return false;
    owner = field.ref && engine.model.entities.get(field.ref.resource);
  }
  return true;
};

/**
 * What of a record opens for this actor: everything (undefined) with the detail permission, else what the resource's form edits
 * (D-PERM-04). Whether it opens at all is for the call to say.
 */
export function openedNames(engine: Engine, entity: Entity, actor: Actor): ReadonlySet<string> | undefined {
  const resource = engine.model.resources.get(entity.name);
  if (!resource || permits(actor.permissions, permissionKey(resource.permission, 'detail'))) return undefined;
  return formNames(resource);
}

/** Whether the actor ever sees fields of this entity in full that its schema masks. */
const seesMasked = (engine: Engine, entity: Entity, actor: Actor): boolean =>
  !actor.masked && hasPermission(engine, entity, actor, 'detail');

/**
 * How a field is masked for this actor: by its schema, but not where `reveal` is asked for by somebody who may see it in full; or by the role,
 * whatever is asked for. Undefined where it is shown as it is.
 */
export function maskOf(
  engine: Engine,
  entity: Entity,
  field: Field,
  actor: Actor,
  reveal: boolean,
): MaskName | undefined {
  if (rightTo(actor, entity.name, field.name) === 'masked') return maskFor(field);
  return field.mask && !(reveal && seesMasked(engine, entity, actor)) ? field.mask : undefined;
}

/** A field that this actor sees only masked. What asks for a part of it, or for its order, would tell what the mask hides. */
export const isHidden = (engine: Engine, entity: Entity, field: Field, actor: Actor): boolean =>
  maskOf(engine, entity, field, actor, true) !== undefined;

export function mayWrite(engine: Engine, entity: Entity, field: Field, actor: Actor): boolean {
  return (
    (field.access?.write === undefined || hasPermission(engine, entity, actor, field.access.write)) &&
    rightTo(actor, entity.name, field.name) === 'write'
  );
}
