import {
  compileModel,
  compileAction,
  routeOf,
  type Action,
  type CodeTables,
  type EntitySchema,
  type Model,
  type Resource,
  type ResourceDeclaration,
} from '../../model/index.ts';

/** What is known of a resource before its schema is loaded: enough for menu, routes, rights and requests. */
export interface ResourceEntry {
  readonly name: string;
  readonly dialect: Resource['dialect'];
  readonly permission: Resource['permission'];
  readonly route: Resource['route'];
  readonly api: Resource['api'];
  readonly menu?: Resource['menu'];
  readonly actions: readonly Action[];
  readonly options?: Resource['options'];
  readonly declaration?: ResourceDeclaration;
}

export interface AdminSource {
  /** Loaders of the schema files by name; a page loads only the schemas it shows. */
  readonly schemas: Readonly<Record<string, () => Promise<EntitySchema>>>;
  readonly resources: readonly ResourceDeclaration<never>[];
  readonly codes: CodeTables;
  readonly scopeEntity?: string;
}

export interface AdminModel {
  readonly entries: ReadonlyMap<string, ResourceEntry>;
  /** The declared tables, and those of plain enums in the schemas that are loaded. */
  readonly codes: CodeTables;
  /** Loads the schema once and compiles it; throws when there is no such resource. */
  load(name: string): Promise<Resource>;
  /** The compiled resource when it is loaded already. */
  loaded(name: string): Resource | undefined;
}

type Declaration = ResourceDeclaration<Record<string, unknown>>;

function declaredEntry(declaration: Declaration, guess: ResourceEntry): ResourceEntry {
  const { schema: name, api, options } = declaration;
  const { permission } = { ...guess, ...declaration };
  const route = routeOf(declaration, guess.route);
  const menu = declaration.menu ?? (api ? undefined : guess.menu);
  const actions = (declaration.actions ?? []).map((action) => compileAction(name, permission, action));
  return {
    name,
    dialect: api ? 'house' : 'simple-rest',
    permission,
    route,
    api: api ?? {},
    menu,
    actions,
    options,
    declaration,
  };
}

/** A schema without a declaration gets what the model infers for it; none of that depends on its properties. */
function inferredEntry(name: string, source: AdminSource): ResourceEntry {
  const model = compileModel({
    schemas: { [name]: { type: 'object', properties: {} } },
    resources: [],
    codes: source.codes,
    partial: true,
  });
  const { dialect, permission, route, api, menu, actions } = model.resources.get(name)!;
  return { name, dialect, permission, route, api, menu, actions };
}

/** Schemas that the filters of a list lead through (`carId.plate`): needed to choose their inputs, not loaded for anything else. */
function relatedBy(declaration: Declaration | undefined, schema: EntitySchema): readonly string[] {
  const paths = (declaration?.list?.filters ?? []).flatMap((filter) =>
    typeof filter === 'string' ? [] : [filter.field ?? '', ...(filter.anyOf ?? [])],
  );
  const names = paths
    .filter((path) => path.includes('.'))
    .flatMap((path) => schema.properties[path.split('.')[0]!]?.['x-ref']?.resource ?? []);
  return [...new Set(names)];
}

/** The model as the browser has it: every resource's declaration at once, every schema when a page needs it. */
export function createAdminModel(source: AdminSource): AdminModel {
  const declarations = new Map((source.resources as readonly Declaration[]).map((one) => [one.schema, one]));
  const undeclared = Object.keys(source.schemas).filter((name) => !declarations.has(name));
  const entries = new Map<string, ResourceEntry>([
    ...[...declarations].map(
      ([name, declaration]) => [name, declaredEntry(declaration, inferredEntry(name, source))] as const,
    ),
    ...undeclared.map((name) => [name, inferredEntry(name, source)] as const),
  ]);
  const codes: Record<string, CodeTables[string]> = { ...source.codes };
  const compiled = new Map<string, Resource>();
  const loading = new Map<string, Promise<Resource>>();

  const schemaOf = (name: string): Promise<EntitySchema> => {
    const load = source.schemas[name];
    if (!load) throw new Error(`there is no schema "${name}"`);
    return load();
  };

  const compile = async (name: string): Promise<Resource> => {
    const declaration = declarations.get(name);
    const schema = await schemaOf(name);
    const related = relatedBy(declaration, schema).filter((one) => one !== name && source.schemas[one]);
    const schemas = Object.fromEntries([
      [name, schema],
      ...(await Promise.all(related.map(async (one) => [one, await schemaOf(one)] as const))),
    ]) as Record<string, EntitySchema>;
    const model: Model = compileModel({
      schemas,
      resources: declaration ? [declaration as ResourceDeclaration<never>] : [],
      codes: source.codes,
      scopeEntity: source.scopeEntity,
      partial: true,
    });
    Object.assign(codes, model.codes);
    const resource = model.resources.get(name);
    if (!resource) throw new Error(`"${name}" has no screens`);
    compiled.set(name, resource);
    return resource;
  };

  return {
    entries,
    codes,
    loaded: (name) => compiled.get(name),
    load: (name) => {
      const known = loading.get(name);
      if (known) return known;
      const promise = compile(name);
      loading.set(name, promise);
      // A failed chunk (deployment in between, no network) may be asked for again.
      promise.catch(() => loading.delete(name));
      return promise;
    },
  };
}
