import { defineCall, ID, NOTHING, object } from '../../calls/index.ts';
import {
  fieldOf,
  holds,
  readsOf,
  type Action,
  type Entity,
  type Field,
  type Model,
  type Resource,
} from '../../model/index.ts';
import { defineCommand, type Command, type InputSchema } from '../contract.ts';
import { propertyOf } from './openapiRecords.ts';

type States = NonNullable<Entity['schema']['x-states']>;
type Transition = States['transitions'][number];

/** Whether a field can be told to be required from the states alone that the step leads to. */
const isRequiredIn = (field: Field, state: string, ways: readonly Transition[]): boolean =>
  field.require !== undefined &&
  [...readsOf(field.require)].every((name) => name === state) &&
  ways.every(({ to }) => holds(field.require, { [state]: to }));

/** The input as developers read it: the fields with their types, and those that must be sent. */
function describedInput(entity: Entity, action: Action, ways: readonly Transition[]): InputSchema {
  const fields = (action.ask ?? []).map((name) => fieldOf(entity, name));
  const required = new Set(action.require);
  for (const field of fields) if (isRequiredIn(field, entity.stateField!, ways)) required.add(field.name);
  return {
    type: 'object',
    required: ['id', ...required],
    additionalProperties: false,
    properties: {
      id: ID,
      ...Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    },
  };
}

/** One step between states, with what its action asks for. */
function transitionCommand(resource: Resource, action: Action, ways: readonly Transition[]): Command {
  const { entity } = resource;
  const asked = action.ask ?? [];
  const step = defineCall({
    method: 'POST',
    path: action.post,
    summary: `${resource.name}: ${action.name}`,
    permission: action.keys,
    // What they may hold, and that they are there, is judged with the record.
    input: object({ id: ID }, Object.fromEntries(asked.map((name) => [name, {}]))),
    described: describedInput(entity, action, ways),
    answer: NOTHING,
    log: { module: resource.name, action: action.name, object: 'id' },
  });
  return defineCommand(step, {
    async run(input, context) {
      await context.step(entity.name, input, {
        ways,
        ask: asked,
        require: action.require ?? [],
        when: action.when,
      });
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
      const ways = resource.entity.schema['x-states']?.transitions.filter((one) => one.action === action.name) ?? [];
      const own = action.post === `/resources/${resource.name}/{id}/${action.name}`;
      return own && ways.length > 0 && !served.has(action.post) ? [transitionCommand(resource, action, ways)] : [];
    }),
  );
}
