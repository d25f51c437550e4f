import type { Action, Dashboard, Model, Resource } from '../../model/index.ts';
import type { Command } from '../contract.ts';
import { isOfPersons } from './recordTools.ts';
import {
  allows,
  BadArguments,
  inAddress,
  object,
  objectOf,
  plainSchema,
  requireKnown,
  textOf,
  type ApiCall,
  type Json,
  type Keys,
  type Tool,
} from './tool.ts';

const LONGEST_NAME = 64;

/** `/order/pickup` is `order_pickup`, `/resources/book/{id}/lend` is `book_lend`. */
const nameOf = (path: string): string =>
  path
    .replace(/^\/resources\//, '/')
    .replaceAll(/\{\w+\}/g, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .join('_')
    .slice(0, LONGEST_NAME);

const propertiesOf = ({ input }: Command): Readonly<Record<string, { readonly contentMediaType?: string }>> =>
  (input['properties'] ?? {}) as Readonly<Record<string, { readonly contentMediaType?: string }>>;

/** Whether it is anything for an agent: not what is for sessions, other systems or people alone, and no files. */
function isForAgents(command: Command, ofPersons: ReadonlySet<string>): boolean {
  const { permission, proof, secretAnswer, answer, log } = command;
  if (permission === 'public' || permission === 'signed' || permission === 'session') return false;
  if (proof || secretAnswer || 'mediaTypes' in answer) return false;
  if (log && ofPersons.has(log.module) && wayOf(command) === 'change') return false;
  return Object.values(propertiesOf(command)).every(({ contentMediaType }) => contentMediaType === undefined);
}

function wayOf({ method, reads }: Command): Tool['way'] {
  if (method === 'GET') return 'get';
  return reads ? 'ask' : 'change';
}

/** The call that an input means: what the path names stands in it, the rest in the body, or where there is none in the address. */
function callOf({ method, path, input: schema }: Command, input: Json): ApiCall {
  const rest: Record<string, unknown> = { ...input };
  const placed = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name];
    if (typeof value !== 'number' && (typeof value !== 'string' || value === ''))
      throw new BadArguments(`"${name}" belongs into "input"`);
    delete rest[name];
    // Of these an address would make other ones.
    if (value === '.' || value === '..') throw new BadArguments(`"${name}" is none`);
    return encodeURIComponent(String(value));
  });
  if (method === 'POST') return { method, path: placed, body: rest };
  const known = (schema['properties'] ?? {}) as Json;
  const unknown = Object.keys(rest).find((name) => !(name in known));
  if (unknown !== undefined) throw new BadArguments(`"${unknown.slice(0, 60)}" does not belong into "input"`);
  return {
    method,
    path: placed,
    query: Object.fromEntries(
      Object.entries(rest)
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => [name, inAddress(value)]),
    ),
  };
}

/** The action of a screen that a command is behind. */
interface Button {
  readonly resource: Resource;
  readonly action: Action;
}

function buttonsOf(model: Model): ReadonlyMap<string, readonly Button[]> {
  const buttons = new Map<string, Button[]>();
  for (const resource of model.resources.values())
    for (const action of resource.actions)
      buttons.set(action.post, [...(buttons.get(action.post) ?? []), { resource, action }]);
  return buttons;
}

function commandTool(command: Command, name: string, buttons: readonly Button[]): Tool {
  const way = wayOf(command);
  const deletes = command.method === 'DELETE';
  const schema = plainSchema(command.described ?? command.input) as Json;
  const required = (schema['required'] as readonly string[] | undefined) ?? [];
  return {
    name,
    way,
    confirms: way === 'change' && (deletes || buttons.some(({ action }) => action.confirm || action.danger)),
    destroys: way === 'change' && (deletes || buttons.some(({ action }) => action.danger)),
    text(actor, t) {
      if (!allows(command.permission, actor)) return undefined;
      const [button] = buttons;
      const key = button && `resources.${button.resource.name}.actions.${button.action.name}`;
      const label = key === undefined ? undefined : t(key);
      const title = label === undefined || label === key ? command.summary : label;
      return {
        title,
        description: command.summary === title ? title : `${command.summary} (${title})`,
        inputSchema: object({ input: schema }, required.length > 0 ? ['input'] : []),
      };
    },
    call(args, actor) {
      if (!allows(command.permission, actor)) throw new BadArguments('This is not allowed');
      requireKnown(args, ['input']);
      return callOf(command, objectOf(args, 'input'));
    },
  };
}

/** One tool for every command that is anything for agents, but for those that records are found, read and saved by. */
export function commandTools(model: Model, commands: readonly Command[], taken: readonly string[]): readonly Tool[] {
  const resources = [...model.resources.values()];
  const ofPersons = new Set(resources.filter(isOfPersons).map(({ name }) => name));
  const generic = new Set(resources.flatMap(({ api }) => Object.values(api)));
  const figures = new Set(model.dashboards.map(({ path }) => path));
  const buttons = buttonsOf(model);
  const names = new Set(taken);
  return commands
    .filter((command) => isForAgents(command, ofPersons) && !generic.has(command.path) && !figures.has(command.path))
    .map((command) => {
      const short = nameOf(command.path);
      const name = names.has(short) ? `${command.method.toLowerCase()}_${short}`.slice(0, LONGEST_NAME) : short;
      names.add(name);
      return commandTool(command, name, buttons.get(command.path) ?? []);
    });
}

const WORD = { type: 'string' };
const FIGURES: Readonly<Record<string, Json>> = {
  widget: { ...WORD, description: 'Only this figure of the page' },
  period: { ...WORD, description: 'A named period; the page says which one it showed' },
  dateStart: { ...WORD, description: 'First day, YYYY-MM-DD, with dateEnd' },
  dateEnd: { ...WORD, description: 'Last day, YYYY-MM-DD' },
  compare: { enum: ['before', 'year'] },
};

/** Pages of figures. */
export function figuresTool({ dashboards, scopeEntity }: Model): readonly Tool[] {
  const scope = scopeEntity && `${scopeEntity}Id`;
  const properties: Json = {
    ...FIGURES,
    ...(scope && { [scope]: { ...WORD, description: `Only of this ${scopeEntity}` } }),
  };
  const keysOf = ({ permission = 'session' }: Dashboard): Keys => permission;
  const tool: Tool = {
    name: 'figures',
    way: 'get',
    confirms: false,
    destroys: false,
    text(actor) {
      const names = dashboards.filter((one) => allows(keysOf(one), actor)).map(({ name }) => name);
      if (names.length === 0) return undefined;
      return {
        title: 'Read figures',
        description: 'A page of figures: sums, counts and their groups, within the rights of the key.',
        inputSchema: object({ page: { ...WORD, enum: names }, ...properties }, ['page']),
      };
    },
    call(args, actor) {
      requireKnown(args, ['page', ...Object.keys(properties)]);
      const asked = textOf(args, 'page');
      const page = dashboards.find(({ name }) => name === asked);
      if (!page || !allows(keysOf(page), actor)) throw new BadArguments(`There is no page "${asked ?? ''}" here`);
      const query = Object.keys(properties).flatMap((name) => {
        const value = args[name];
        return value === undefined || value === null ? [] : [[name, inAddress(value)] as const];
      });
      return { method: 'GET', path: page.path, query: Object.fromEntries(query) };
    },
  };
  return dashboards.length === 0 ? [] : [tool];
}
