import {
  isStored,
  permissionKey,
  permits,
  rightTo,
  type Entity,
  type Field,
  type Model,
  type Path,
  type Resource,
} from '../../../model/index.ts';
import type { Actor, NotificationKind, ServerModule } from '../../contract.ts';

export interface NamedKind extends NotificationKind {
  readonly name: string;
  readonly of: Resource;
}

/** The kinds of an application with the resources that they are about. */
export const kindsOf = (model: Model, { notifications = {} }: ServerModule): readonly NamedKind[] =>
  Object.entries(notifications).map(([name, kind]) => ({
    ...kind,
    name,
    of: model.resources.get(kind.resource)!,
  }));

const namesOf = ({ steps, last }: Path): readonly string[] => [...steps.map(({ field }) => field), last];

/** Whether the role of somebody closes the way to a property, or what it is told as: the parts of a text, and, `named`, what a record is called by. */
function isClosed(model: Model, of: Entity, names: readonly string[], actor: Actor, named: boolean): boolean {
  let owner: Entity | undefined = of;
  let field: Field | undefined;
  for (const name of names) {
    if (field) owner = model.entities.get(field.ref?.resource ?? '');
    field = owner?.byName.get(name);
    // Nobody knows what it would tell.
    if (!owner || !field) return true;
    const right = rightTo(actor, owner.name, name);
    if (right === 'hidden' || right === 'masked') return true;
  }
  const parts = (field?.template ?? []).filter((part) => typeof part !== 'string');
  if (owner && parts.some((part) => isClosed(model, owner!, namesOf(part), actor, true))) return true;
  const target = named ? model.entities.get(field?.ref?.resource ?? '') : undefined;
  return target?.title.some((part) => isClosed(model, target, namesOf(part), actor, false)) ?? false;
}

/**
 * Whether somebody with these rights is told of such things at all, whatever records he or she sees. One text is said to all, so it says nothing to whom
 * it would say too much. That something became so tells it as well.
 */
export function mayHear(model: Model, { permission, of, says = {}, becomes = {} }: NamedKind, actor: Actor): boolean {
  if (!permits(actor.permissions, permission) || !permits(actor.permissions, permissionKey(of.permission, 'query')))
    return false;
  if (!actor.fields) return true;
  const { entity } = of;
  return (
    Object.values(says).every((path) => !isClosed(model, entity, path.split('.'), actor, true)) &&
    Object.keys(becomes).every((name) => !isClosed(model, entity, [name], actor, false))
  );
}

/** Why a path cannot be spoken of; undefined when everybody who sees the record may read what it leads to. */
function unspeakable(model: Model, { of }: NamedKind, path: string): string | undefined {
  let entity = of.entity;
  const names = path.split('.');
  for (const [at, name] of names.entries()) {
    const field = entity.byName.get(name);
    if (!field || (!isStored(field) && !field.template)) return `${entity.name} stores no "${name}"`;
    if (field.mask || field.sensitive || field.writeOnly || field.access?.read !== undefined)
      return `"${name}" of ${entity.name} is not for everybody who sees the record`;
    const target = field.ref && model.entities.get(field.ref.resource);
    if (at < names.length - 1) {
      if (!target) return `"${name}" of ${entity.name} leads nowhere`;
      entity = target;
    }
  }
  return undefined;
}

function problemsOf(model: Model, kind: NamedKind, topics: readonly string[]): readonly (string | undefined)[] {
  if (!kind.of) return [`there is no resource "${kind.resource}"`];
  const { byName } = kind.of.entity;
  const named = [...Object.keys(kind.becomes ?? {}), ...(kind.to === undefined ? [] : [kind.to])];
  return [
    kind.permission.length === 0 ? 'it names no permission, so nobody may be told' : undefined,
    topics.includes(kind.topic) ? undefined : `the account settings have no switch "${kind.topic}"`,
    (kind.becomes === undefined) === (kind.due === undefined)
      ? 'it says either what a record becomes or what is due'
      : undefined,
    ...named.map((name) => (byName.has(name) ? undefined : `${kind.resource} has no property "${name}"`)),
    ...Object.keys(kind.opens ?? {}).map((name) =>
      kind.of.list.filters.some((filter) => filter.name === name)
        ? undefined
        : `the list of ${kind.resource} has no filter "${name}"`,
    ),
    ...Object.values(kind.says ?? {}).map((path) => unspeakable(model, kind, path)),
  ];
}

/** Throws where what users are told of does not fit the model, with every such place. */
export function checkNotifications(model: Model, module: ServerModule): void {
  const topics = module.account?.notifications ?? [];
  const problems = kindsOf(model, module).flatMap((kind) =>
    problemsOf(model, kind, topics).flatMap((problem) =>
      problem === undefined ? [] : [`notification "${kind.name}": ${problem}`],
    ),
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
