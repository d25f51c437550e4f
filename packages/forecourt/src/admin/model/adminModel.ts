import { theLocale } from '../../locale/index.ts';
import {
  compileAction,
  compileModel,
  completeEntry,
  relatedBy,
  type Action,
  type CodeTables,
  type EntitySchema,
  type Model,
  type Resource,
  type ResourceDeclaration,
  type ResourceEntry,
  type ShortEntry,
} from '../../model/index.ts';
import { NO_LABELS, type ResourceLabels } from './resourceLabels.ts';
import { once } from './once.ts';

type Declaration = ResourceDeclaration<Record<string, unknown>>;

/** What loads with the first page of a resource. */
export interface ResourceParts {
  /** Absent where the resource has no screens. */
  readonly schema?: EntitySchema;
  readonly declaration?: Declaration;
}

/** The declarations of an application as the browser receives them. */
export interface AdminSource {
  /** Of every resource, in any order. */
  readonly entries: readonly ShortEntry[];
  /** Loaders by name; a page loads only what it shows. */
  readonly parts: Readonly<Record<string, () => Promise<ResourceParts>>>;
  readonly codes: CodeTables;
  readonly scopeEntity?: string;
  /** Labels that load with their resource; all are at hand when absent. */
  readonly labels?: ResourceLabels;
}

/** What requests need to know of a resource beside its entry. */
export interface ResourceCalls extends ResourceEntry {
  readonly dialect: Resource['dialect'];
  readonly api: Resource['api'];
  readonly actions: readonly Action[];
  readonly options?: Resource['options'];
}

/** The compiled declarations in the browser. Each resource loads when a page first needs it. */
export interface AdminModel {
  readonly entries: ReadonlyMap<string, ResourceEntry>;
  /** The declared tables, and those of plain enums in the schemas that are loaded. */
  readonly codes: CodeTables;
  /** How the resource is asked for and changed; loads its declaration once. Rejects when there is no such resource. */
  calls(name: string): Promise<ResourceCalls>;
  /** The same when it is at hand already. */
  knownCalls(name: string): ResourceCalls | undefined;
  /** Loads schema, declaration and labels once and compiles them; rejects when there is no such resource. */
  load(name: string): Promise<Resource>;
  /** The compiled resource when it is loaded already. */
  loaded(name: string): Resource | undefined;
}

function callsOf(entry: ResourceEntry, declaration: Declaration | undefined): ResourceCalls {
  const { name, permission } = entry;
  const { api, options, actions = [] } = declaration ?? {};
  return {
    ...entry,
    dialect: api ? 'house' : 'simple-rest',
    api: api ?? {},
    actions: actions.map((action) => compileAction(name, permission, action)),
    options,
  };
}

/** The model as the browser has it: the entry of every resource at once, everything else of it when a page needs it. */
export function createAdminModel(source: AdminSource): AdminModel {
  const { labels = NO_LABELS } = source;
  const entries = new Map(source.entries.map(completeEntry).map((entry) => [entry.name, entry]));
  const codes: Record<string, CodeTables[string]> = { ...source.codes };
  const compiled = new Map<string, Resource>();
  // A resource without a declaration is known by its name.
  const known = new Map(
    [...entries].flatMap(([name, entry]) => (entry.declared ? [] : [[name, callsOf(entry, undefined)] as const])),
  );

  const partsOf = once(async (name: string): Promise<ResourceParts> => {
    const load = source.parts[name];
    if (!load) throw new Error(`there is no schema "${name}"`);
    const parts = await load();
    const entry = entries.get(name);
    if (entry) known.set(name, callsOf(entry, parts.declaration));
    return parts;
  });

  const load = once(async (name: string): Promise<Resource> => {
    const { schema, declaration } = await partsOf(name);
    if (!schema) throw new Error(`there is no schema "${name}"`);
    const schemas: Record<string, EntitySchema> = { [name]: schema };
    const related = relatedBy(declaration, schema).filter((one) => one !== name && source.parts[one]);
    for (const [at, parts] of (await Promise.all(related.map(partsOf))).entries())
      if (parts.schema) schemas[related[at]!] = parts.schema;
    const model: Model = compileModel({
      schemas,
      resources: declaration ? [declaration as ResourceDeclaration<never>] : [],
      codes: source.codes,
      scopeEntity: source.scopeEntity,
      locale: theLocale(),
      partial: true,
    });
    Object.assign(codes, model.codes);
    const resource = model.resources.get(name);
    if (!resource) throw new Error(`"${name}" has no screens`);
    return resource;
  });

  return {
    entries,
    codes,
    knownCalls: (name) => known.get(name),
    async calls(name) {
      if (!entries.has(name)) throw new Error(`no resource "${name}"`);
      if (!known.has(name)) await partsOf(name);
      return known.get(name)!;
    },
    loaded: (name) => compiled.get(name),
    load: once(async (name) => {
      const [resource] = await Promise.all([load(name), labels.load(name)]);
      compiled.set(name, resource);
      return resource;
    }),
  };
}
