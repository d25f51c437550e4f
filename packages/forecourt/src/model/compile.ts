import { choicesOf, choicesOfDocument, choiceTable } from './choices.ts';
import { expandConditionals } from './conditionals.ts';
import type { CompileContext, Schemas } from './compileContext.ts';
import { compileEntity } from './entities.ts';
import type { Entity, Model, ModelLocale, Resource } from './model.ts';
import type { DashboardDeclaration } from './dashboard.ts';
import { dashboardPages } from './dashboardPages.ts';
import { compileDashboards } from './dashboards.ts';
import type { PageDeclaration } from './page.ts';
import { checkChoices } from './relations.ts';
import { reportPages } from './reports.ts';
import { checkTouches } from './touches.ts';
import { compileResource } from './resources.ts';
import type { CodeTables, ResourceDeclaration } from './resource.ts';
import { checkFormHelpers } from './formHelpers.ts';
import { inLanguages } from './inLanguages.ts';
import type { EntitySchema } from './schema.ts';
import { sameButForCase } from './names.ts';
import { meant } from './nearest.ts';
import { checkCircles, checkKeys, checkLetters, checkVocabulary, withoutMistakes, type Problem } from './vocabulary.ts';

/** A model that does not compile: every mistake at once, each with its file and JSON pointer. */
export class ModelError extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => `${problem.file}#${problem.pointer}: ${problem.message}`).join('\n'));
    this.name = 'ModelError';
    this.problems = problems;
  }
}

/** What `compileModel` is given: the declarations of an application. */
export interface ModelSource {
  /** By name, which is the file name without `.json`. */
  readonly schemas: Schemas;
  readonly resources: readonly ResourceDeclaration<never>[];
  readonly codes: CodeTables;
  readonly pages?: readonly PageDeclaration[];
  readonly dashboards?: readonly DashboardDeclaration[];
  /** Addresses of pages outside the shell that need no session (`/print/order/:id`). */
  readonly publicPages?: readonly string[];
  /** Permission keys that are known beside those of resources and pages. */
  readonly keys?: ReadonlySet<string>;
  /** Entity whose ids make up a user's data scope. */
  readonly scopeEntity?: string;
  /** Of the application; where there is none, amounts have two decimals and texts no languages. */
  readonly locale?: ModelLocale;
  /** Only some schemas are loaded (browser): resources without their schema are left out, paths through unloaded ones end early. */
  readonly partial?: boolean;
  /** Schemas that exist but could not be read; what refers to them is taken as right. */
  readonly unreadable?: ReadonlySet<string>;
}

const NO_LOCALE: ModelLocale = { digits: 2, languages: [] };

/**
 * Reads and checks schemas and resources and compiles them to the one model that tables, endpoints and screens are made from.
 * Throws ModelError with every mistake. Names the file, the JSON pointer and, where one is near, the word that was meant.
 */
export function compileModel(source: ModelSource): Model {
  const problems: Problem[] = [];
  const { partial = false, locale = NO_LOCALE } = source;
  const unreadable = new Set(source.unreadable);
  // Without what every object has: a schema may not be found because it is called "constructor".
  const schemas = Object.create(null) as Record<string, EntitySchema>;
  for (const [name, given] of Object.entries(source.schemas)) {
    const { schema, problems: conditional } = expandConditionals(`schemas/${name}.json`, given);
    problems.push(...conditional);
    const mistakes = checkVocabulary(`schemas/${name}.json`, schema);
    problems.push(...mistakes);
    const sound = mistakes.length === 0 ? schema : withoutMistakes(schema, mistakes);
    if (sound) schemas[name] = inLanguages(sound, locale);
    else unreadable.add(name);
  }

  const context: CompileContext = {
    schemas,
    locale,
    scopeEntity: source.scopeEntity,
    partial,
    absent: (entity) => partial || unreadable.has(entity),
    report: (problem) => void problems.push(problem),
  };
  for (const [one, other] of sameButForCase(Object.keys(schemas)))
    problems.push({
      file: `schemas/${other}.json`,
      pointer: '',
      message: `"${other}" and "${one}" differ only in capitals, which addresses and some file systems do not keep apart`,
    });
  const entities = new Map<string, Entity>();
  for (const [name, schema] of Object.entries(schemas))
    entities.set(name, compileEntity(context, name, schema, source.codes));

  const { scopeEntity } = source;
  if (scopeEntity !== undefined && !entities.has(scopeEntity) && !partial && unreadable.size === 0)
    problems.push({
      file: 'src/application.ts',
      pointer: '',
      message: `scopeEntity: there is no schemas/${scopeEntity}.json${meant(scopeEntity, entities.keys())}`,
    });
  checkCircles(schemas, context.report);

  const codes = { ...source.codes, ...enumTables(schemas) };
  const declarations = new Map((source.resources as readonly ResourceDeclaration[]).map((one) => [one.schema, one]));
  for (const name of declarations.keys())
    if (!entities.has(name) && !context.absent(name))
      problems.push({
        file: `resources/${name}.ts`,
        pointer: '/schema',
        message: `there is no schemas/${name}.json${meant(name, entities.keys())}`,
      });
  checkLetters(declarations.values(), (file) => (pointer, message) => problems.push({ file, pointer, message }));
  const resources = new Map<string, Resource>();
  for (const [name, entity] of entities) {
    const declaration = declarations.get(name);
    if (entity.internal && !declaration) continue;
    resources.set(name, compileResource({ ...context, entities, codes }, entity, declaration));
  }
  for (const entity of entities.values())
    checkChoices(resources, entity, (pointer, message) =>
      problems.push({ file: `schemas/${entity.name}.json`, pointer, message }),
    );
  for (const resource of partial ? [] : resources.values())
    checkFormHelpers(resources, resource, (pointer, message) =>
      problems.push({ file: `resources/${resource.name}.ts`, pointer, message }),
    );
  for (const resource of partial ? [] : resources.values())
    checkTouches(resources, resource, codes, (pointer, message) =>
      problems.push({ file: `resources/${resource.name}.ts`, pointer, message }),
    );
  const ownPages = [...(source.pages ?? []), ...dashboardPages(source.dashboards ?? [])];
  if (!partial && unreadable.size === 0) checkKeys(resources, ownPages, source.keys ?? new Set(), context.report);
  const pages = [...ownPages, ...(partial ? [] : reportPages(resources.values()))];
  // What refers to a schema with a mistake of its own is judged when that one is mended.
  const dashboards =
    unreadable.size > 0
      ? []
      : compileDashboards(
          source.dashboards ?? [],
          { resources, entities, codes, scopeEntity: source.scopeEntity },
          context.report,
        );
  problems.push(...clashes([...resources.values()]));
  if (problems.length > 0) throw new ModelError(problems);
  return {
    entities,
    resources,
    pages,
    publicPages: source.publicPages ?? [],
    dashboards,
    codes,
    scopeEntity: source.scopeEntity,
    locale,
  };
}

/** A plain `enum` is a code table of its own, also within a document. What is drawn by the application alone (`x-internal`) needs no labels there. */
const enumTables = (schemas: Schemas): CodeTables =>
  Object.fromEntries(
    Object.entries(schemas).flatMap(([entity, schema]) =>
      Object.entries(schema.properties).flatMap(([name, property]) => {
        const choices = choicesOf(property);
        if (choices) return [[choiceTable(entity, name), choices] as const];
        return schema['x-internal'] ? [] : choicesOfDocument(choiceTable(entity, name), property);
      }),
    ),
  );

/** Two resources on one address or one path: the later would silently win. */
function clashes(resources: readonly Resource[]): Problem[] {
  const owners = new Map<string, string>();
  const problems: Problem[] = [];
  for (const resource of resources) {
    const addresses = [
      ...Object.entries(resource.route).map(([verb, path]) => [`/route/${verb}`, `page ${path}`] as const),
      ...resource.pages.map(({ path }, index) => [`/pages/${index}`, `page ${path}`] as const),
      ...Object.entries(resource.api).map(([verb, path]) => [`/api/${verb}`, `path ${path}`] as const),
      ...(resource.report ? [['/report/path', `page ${resource.report.path}`] as const] : []),
    ];
    for (const [pointer, address] of addresses) {
      const owner = owners.get(address);
      if (owner && owner !== resource.name)
        problems.push({
          file: `resources/${resource.name}.ts`,
          pointer,
          message: `the ${address} already belongs to ${owner}`,
        });
      owners.set(address, resource.name);
    }
  }
  return problems;
}
