import { meant, type Entity, type Model } from '../../model/index.ts';
import type { ResourceHooks, ServerModule } from '../contract.ts';
import { NotRegistered } from './checkRegistered.ts';

/** What a server module may register. The types say the same to the compiler; this is for what no compiler has seen. */
const PARTS: Readonly<Record<keyof ServerModule, true>> = {
  commands: true,
  hooks: true,
  computed: true,
  filters: true,
  rowScopes: true,
  measures: true,
  deliverers: true,
  notifications: true,
  gauges: true,
  sums: true,
  work: true,
  migrations: true,
  seed: true,
  afterTables: true,
  demo: true,
  userColumns: true,
  userScope: true,
  userFacts: true,
  companyNames: true,
  account: true,
};

/** What there is of hooks, and whether each is code. */
export const HOOKS: Readonly<Record<keyof ResourceHooks, 'function' | 'object' | 'boolean'>> = {
  whole: 'function',
  wholeAnswer: 'object',
  beforeSave: 'function',
  asks: 'boolean',
  afterSave: 'function',
  beforeSaveAll: 'function',
  afterSaveAll: 'function',
  beforeDelete: 'function',
  beforeUndelete: 'function',
  beside: 'object',
  adds: 'object',
  info: 'function',
};

const KINDS = { function: 'a function', object: 'an object', boolean: 'true' } as const;

const CALLED = ['seed', 'afterTables', 'demo', 'userScope', 'userFacts', 'companyNames'] as const;

function* ofHooks(model: Model, entity: Entity, hooks: ResourceHooks): Iterable<string> {
  const at = `hooks.${entity.name}`;
  for (const [name, value] of Object.entries(hooks)) {
    const kind = Object.hasOwn(HOOKS, name) ? HOOKS[name as keyof ResourceHooks] : undefined;
    if (!kind) yield `${at}.${name}: there is no such hook${meant(name, Object.keys(HOOKS))}`;
    else if (value !== undefined && typeof value !== kind) yield `${at}.${name} must be ${KINDS[kind]}`;
  }
  if (hooks.asks && entity.byName.has('confirmed'))
    yield `${at}.asks: ${entity.name} has a property "confirmed", which is the answer of its question`;
  for (const [name, { resource, by }] of Object.entries(hooks.beside ?? {})) {
    const other = model.entities.get(resource);
    if (!other) yield `${at}.beside.${name}: there is no entity "${resource}"${meant(resource, model.entities.keys())}`;
    else if (other.byName.get(by)?.ref?.resource !== entity.name)
      yield `${at}.beside.${name}: "${by}" of ${resource} is no relation to ${entity.name}${meant(by, other.byName.keys())}`;
  }
}

function* ofEntities(model: Model, { hooks = {}, rowScopes = {} }: ServerModule): Iterable<string> {
  const entityOf = (part: string, name: string): Entity | string =>
    model.entities.get(name) ?? `${part}.${name}: there is no entity "${name}"${meant(name, model.entities.keys())}`;
  for (const [name, value] of Object.entries(hooks)) {
    const entity = entityOf('hooks', name);
    if (typeof entity === 'string') yield entity;
    else if (value) yield* ofHooks(model, entity, value as ResourceHooks);
  }
  for (const [name, value] of Object.entries(rowScopes)) {
    const entity = entityOf('rowScopes', name);
    if (typeof entity === 'string') yield entity;
    else if (typeof value !== 'function') yield `rowScopes.${name} must be a function`;
  }
}

function* ofTheRest(model: Model, module: ServerModule): Iterable<string> {
  for (const name of Object.keys(module))
    if (!Object.hasOwn(PARTS, name))
      yield `${name}: a server module has no such part${meant(name, Object.keys(PARTS))}`;
  for (const name of CALLED)
    if (module[name] !== undefined && typeof module[name] !== 'function') yield `${name} must be a function`;
  for (const [name, { entity }] of Object.entries(module.measures ?? {}))
    if (!model.entities.has(entity))
      yield `measures.${name}: there is no entity "${entity}"${meant(entity, model.entities.keys())}`;
  const channels = model.entities.get('outbox')?.byName.get('channel')?.codes;
  const known = channels === undefined ? undefined : model.codes[channels]?.map(({ code }) => String(code));
  for (const name of Object.keys(module.deliverers ?? {}))
    if (known && !known.includes(name))
      yield `deliverers.${name}: messages have no channel "${name}"${meant(name, known)}`;
  const migrations = new Set<string>();
  for (const { name } of module.migrations ?? []) {
    if (migrations.has(name)) yield `migrations: "${name}" is there twice, and would run once`;
    migrations.add(name);
  }
}

/** Throws where a server module registers what the model does not have. A rule of a misspelt name would never be asked, and everything be allowed. */
export function checkNames(model: Model, module: ServerModule): void {
  const problems = [...ofTheRest(model, module), ...ofEntities(model, module)];
  if (problems.length > 0)
    throw new NotRegistered(['The server module does not fit the schemas:', ...problems.map((one) => `  ${one}`)]);
}

/** Throws where the own module of an application registers what nothing asks for: the name in the schema or resource file is another one. */
export function checkUse(model: Model, { computed = {}, filters = {}, measures = {} }: ServerModule): void {
  const columns = [...model.entities.values()].flatMap(({ fields }) => fields.flatMap(({ compute }) => compute ?? []));
  const asked = [...model.resources.values()].flatMap(({ list }) =>
    list.filters.flatMap(({ registered }) => registered ?? []),
  );
  const figures = model.dashboards.flatMap(({ sections }) =>
    sections.flatMap(({ widgets }) => widgets.flatMap((widget) => widget.figures)),
  );
  const measured = figures.flatMap((figure) =>
    figure.kind === 'plain' && figure.measure.kind === 'named' ? [figure.measure.name] : [],
  );
  const unused = (part: string, registered: object, used: readonly string[], where: string): string[] =>
    Object.keys(registered).flatMap((name) =>
      used.includes(name) ? [] : [`${part}.${name}: ${where}${meant(name, used)}`],
    );
  const problems = [
    ...unused('computed', computed, columns, 'no property says x-compute with that name'),
    ...unused('filters', filters, asked, 'no list has a filter registered by that name'),
    ...unused('measures', measures, measured, 'no widget measures that'),
  ];
  if (problems.length > 0)
    throw new NotRegistered(['The server module does not fit the schemas:', ...problems.map((one) => `  ${one}`)]);
}
