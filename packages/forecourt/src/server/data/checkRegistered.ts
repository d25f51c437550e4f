import { isStored, type Entity, type Model } from '../../model/index.ts';
import type { ServerModule } from '../contract.ts';

/** The model uses names that the module does not register, or registered SQL that the database does not understand. */
export class NotRegistered extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'NotRegistered';
  }
}

/** Whether a path leads from the entity to a property. */
function leads(model: Model, of: Entity, path: string): boolean {
  let owner: Entity | undefined = of;
  return path.split('.').every((name) => {
    const field: Entity['fields'][number] | undefined = owner?.byName.get(name);
    owner = field?.ref && model.entities.get(field.ref.resource);
    return field !== undefined;
  });
}

/** What registered SQL says that it is made of and nothing has that uses it: rights of a role would not reach what it tells. */
function strayNames(model: Model, module: ServerModule): readonly string[] {
  const users = (uses: (entity: Entity) => boolean): readonly Entity[] => [...model.entities.values()].filter(uses);
  const filtered = (name: string): readonly Entity[] =>
    [...model.resources.values()].flatMap(({ entity, list }) =>
      list.filters.some(({ registered }) => registered === name) ? [entity] : [],
    );
  const stray = (what: string, of: readonly Entity[], madeOf: readonly string[] = []): readonly string[] =>
    // What nothing uses tells nobody anything.
    of.length === 0
      ? []
      : madeOf
          .filter((path) => !of.some((entity) => leads(model, entity, path)))
          .map((path) => `${what} is made of "${path}"`);
  return [
    ...Object.entries(module.computed ?? {}).flatMap(([name, { madeOf }]) =>
      stray(
        `computed column "${name}"`,
        users(({ fields }) => fields.some(({ compute }) => compute === name)),
        madeOf,
      ),
    ),
    ...Object.entries(module.filters ?? {}).flatMap(([name, { madeOf }]) =>
      stray(`filter "${name}"`, filtered(name), madeOf),
    ),
    ...Object.entries(module.measures ?? {}).flatMap(([name, { entity, madeOf = [] }]) =>
      madeOf
        .filter((one) => !model.entities.get(entity)?.byName.has(one))
        .map((one) => `measure "${name}" is made of "${one}"`),
    ),
  ];
}

/** Names that the model uses and the module does not register: a fault to find at the start, not in a list. */
export function checkRegistered(model: Model, module: ServerModule): void {
  const missing = new Set<string>();
  for (const entity of model.entities.values())
    for (const field of entity.fields)
      if (!isStored(field) && !field.template && !module.computed?.[field.compute ?? ''])
        missing.add(`computed column "${field.compute}" (${entity.name}.${field.name})`);
  for (const resource of model.resources.values())
    for (const filter of resource.list.filters)
      if (filter.operator === 'registered' && !module.filters?.[filter.registered ?? ''])
        missing.add(`filter "${filter.registered}" (${resource.name})`);
  for (const { name, sections } of model.dashboards)
    for (const figure of sections.flatMap(({ widgets }) => widgets.flatMap(({ figures }) => figures)))
      if (figure.kind === 'plain' && figure.measure.kind === 'named') {
        const registered = module.measures?.[figure.measure.name];
        if (!registered) missing.add(`measure "${figure.measure.name}" (dashboard ${name}, ${figure.key})`);
        else if (registered.entity !== figure.resource.entity.name)
          missing.add(
            `measure "${figure.measure.name}" of ${figure.resource.name} (dashboard ${name}, ${figure.key}); there is one of ${registered.entity}`,
          );
      }
  for (const name of strayNames(model, module)) missing.add(`${name}, which there is not`);
  if (missing.size > 0) throw new NotRegistered([`not registered: ${[...missing].join(', ')}`]);
}
