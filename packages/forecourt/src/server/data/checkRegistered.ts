import { isStored, type Model } from '../../model/index.ts';
import type { ServerModule } from '../contract.ts';

/** The model uses names that the module does not register, or registered SQL that the database does not understand. */
export class NotRegistered extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'NotRegistered';
  }
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
  if (missing.size > 0) throw new NotRegistered([`not registered: ${[...missing].join(', ')}`]);
}
