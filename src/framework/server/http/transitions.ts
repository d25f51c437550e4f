import type { Action, Entity, Model, Resource } from '../../model/index.ts';
import { defineCommand, type Command } from '../contract.ts';
import { refuse } from '../errors.ts';

type Transition = NonNullable<Entity['schema']['x-states']>['transitions'][number];

/** One step between states, with what its action asks for. */
function transitionCommand(resource: Resource, action: Action, transitions: readonly Transition[]): Command {
  const { entity } = resource;
  const { field } = entity.schema['x-states']!;
  const asked = action.ask ?? [];
  return defineCommand<Record<string, unknown> & { id: number }>({
    method: 'POST',
    path: action.post,
    permission: action.keys,
    input: {
      type: 'object',
      required: ['id'],
      additionalProperties: false,
      properties: {
        id: { type: 'integer', minimum: 1 },
        // What they may hold is the generic save's to judge.
        ...Object.fromEntries(asked.map((name) => [name, {}])),
      },
    },
    log: { module: resource.name, action: action.name, object: 'id' },
    async run({ id, ...values }, context) {
      const row = await context.row(entity.name, id, { lock: true });
      const step = transitions.find(({ from }) => from.includes(row[field] as number));
      if (!step) throw refuse('msg.stateChanged');
      if (asked.length > 0) await context.save(entity.name, { id, ...values });
      await context.write.update(entity.name, id, { [field]: step.to });
      return null;
    },
  });
}

/**
 * Commands for the actions that are nothing but a step in their schema's x-states. A path for which the application has a command of its
 * own is left to that.
 */
export function transitionCommands(model: Model, commands: readonly Command[]): Command[] {
  const served = new Set(commands.map(({ path }) => path));
  return [...model.resources.values()].flatMap((resource) =>
    resource.actions.flatMap((action) => {
      const steps = resource.entity.schema['x-states']?.transitions.filter((one) => one.action === action.name) ?? [];
      const own = action.post === `/resources/${resource.name}/{id}/${action.name}`;
      return own && steps.length > 0 && !served.has(action.post) ? [transitionCommand(resource, action, steps)] : [];
    }),
  );
}
