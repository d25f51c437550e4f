import { readdir, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PluggedConfig } from '../../src/model/config.ts';
import type { Model } from '../../src/model/index.ts';
import { meant } from '../../src/model/nearest.ts';
import { filesBelow, PACKAGE } from '../application/readApplication.ts';

/** What stands in an application's folder beside its code. */
const ASIDE = /^(node_modules|dist|data|packages|schemas|resources|tests|scripts|examples|i18n|docs|public|\..*)$/;

async function sourceFiles(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => !ASIDE.test(entry.name));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(folder, entry.name));
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(folder, entry.name));
  const below = await Promise.all(folders.map((one) => filesBelow(one, /./)));
  return [...files, ...below.flat()].filter((file) => /(?<!\.test|\.d)\.[jt]sx?$/.test(file));
}

/** A source of an application's code, as it stands. */
export interface Source {
  /** From the application's folder. */
  readonly file: string;
  readonly text: string;
}

/** Files of server modules that plug-ins bring along. */
const pluggedFiles = ({ server = {} }: PluggedConfig): string[] =>
  Object.values(server)
    .map((file) => (file.startsWith('file:') ? fileURLToPath(file) : file))
    .filter((file) => existsSync(file));

/** The sources of an application's code without tests. Those of the framework are among the product's. */
export async function readSources(folder: string, plugged: PluggedConfig = {}): Promise<Source[]> {
  const files = new Set([...(await sourceFiles(folder)), ...pluggedFiles(plugged)]);
  return Promise.all(
    [...files].map(async (file) => ({
      file: path.relative(folder, file).split(path.sep).join('/'),
      text: await readFile(file, 'utf8'),
    })),
  );
}

/** What the code of an application makes known by name, as far as its text tells. */
export interface RegisteredNames {
  readonly components: ReadonlySet<string>;
  readonly computed: ReadonlySet<string>;
  readonly filters: ReadonlySet<string>;
  /** Texts in quotes: the paths of commands are among them. */
  readonly literals: ReadonlySet<string>;
  /** What widgets of a dashboard may name as their measure. */
  readonly measures: ReadonlySet<string>;
}

const collect = (texts: readonly string[], pattern: RegExp): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1]!)));

function namesOf(sources: readonly Source[]): RegisteredNames {
  const texts = sources.map(({ text }) => text);
  const mentioning = (word: RegExp): string[] => texts.filter((text) => word.test(text));
  return {
    components: collect(mentioning(/registerComponents/), /\b([A-Z]\w*)\b(?=\s*[:,}])/g),
    computed: collect(mentioning(/ComputedColumn|\bcomputed\b/), /\b(\w+)\b(?=\s*[:,}])/g),
    filters: collect(mentioning(/RegisteredFilter|\bfilters\b/), /\b(\w+)\b(?=\s*[:,}])/g),
    measures: collect(mentioning(/RegisteredMeasure|\bmeasures\b/), /\b(\w+)\b(?=\s*[:,}])/g),
    literals: collect(texts, /['"`](\/[^'"`\s]+)['"`]/g),
  };
}

/** Five hundred files that do not change while a command runs. */
let ofFramework: Promise<RegisteredNames> | undefined;

/**
 * Looks through the sources for names. Running them would take longer than the whole check and needs code that compiles, so a name counts as
 * registered when it stands as a property in a file that registers such things.
 */
export async function readRegistered(folder: string, plugged: PluggedConfig = {}): Promise<RegisteredNames> {
  ofFramework ??= readSources(path.join(PACKAGE, 'src')).then(namesOf);
  const [own, framework] = await Promise.all([namesOf(await readSources(folder, plugged)), ofFramework]);
  const both = (kind: keyof RegisteredNames): ReadonlySet<string> => new Set([...own[kind], ...framework[kind]]);
  return {
    components: new Set([...both('components'), ...Object.keys(plugged.components ?? {})]),
    computed: both('computed'),
    filters: both('filters'),
    measures: both('measures'),
    literals: both('literals'),
  };
}

/** Steps between states have no command: the framework does them. */
const stepPath = (resource: string, step: string): string => `/resources/${resource}/{id}/${step}`;

interface Unregistered {
  /** The kind of file that the mistake is in. */
  readonly of: 'schema' | 'resource' | 'dashboard';
  readonly entity: string;
  readonly pointer: string;
  readonly message: string;
}

/** Names that dashboards use and no code makes known. */
function ofDashboards(
  model: Model,
  known: RegisteredNames,
  report: (dashboard: string, pointer: string, message: string) => void,
): void {
  for (const { name, sections } of model.dashboards)
    for (const [index, { component, widgets }] of sections.entries()) {
      if (component && !known.components.has(component))
        report(
          name,
          `/sections/${index}/component`,
          `no component "${component}" is registered${meant(component, known.components)}`,
        );
      for (const [place, { figures }] of widgets.entries())
        for (const figure of figures)
          if (figure.kind === 'plain' && figure.measure.kind === 'named' && !known.measures.has(figure.measure.name))
            report(
              name,
              `/sections/${index}/widgets/${place}`,
              `no measure "${figure.measure.name}" is registered${meant(figure.measure.name, known.measures)}`,
            );
    }
}

/** Names that schemas and resource files use and no code makes known; `of` says which of the two the entity's mistake is in. */
export function unregistered(model: Model, known: RegisteredNames): Unregistered[] {
  const mistakes: Unregistered[] = [];
  const report = (of: Unregistered['of'], entity: string, pointer: string, message: string): void =>
    void mistakes.push({ of, entity, pointer, message });

  for (const entity of model.entities.values())
    for (const field of entity.fields)
      if (field.compute && !known.computed.has(field.compute))
        report(
          'schema',
          entity.name,
          `/properties/${field.name}/x-compute`,
          `no computed column "${field.compute}" is registered${meant(field.compute, known.computed)}`,
        );

  ofDashboards(model, known, (dashboard, pointer, message) => report('dashboard', dashboard, pointer, message));
  // An action may enter a record of another resource.
  const saves = new Set([...model.resources.values()].flatMap(({ api }) => api.save ?? []));
  for (const { name, declared, list, form, show, actions, components } of model.resources.values()) {
    if (!declared) continue;
    const used: [string, string | undefined][] = [
      ['/list/component', list.component],
      ['/form/component', form.component],
      ['/show/component', show.component],
      ...form.groups.map((group): [string, string | undefined] => [`/form/groups/${group.key}`, group.component]),
      ...show.groups.map((group): [string, string | undefined] => [`/show/groups/${group.key}`, group.component]),
      ...actions.map((action): [string, string | undefined] => [`/actions/${action.name}/component`, action.component]),
      ...Object.entries(components).flatMap(
        ([field, { input, field: shown, filter }]): [string, string | undefined][] => [
          [`/components/${field}/input`, input],
          [`/components/${field}/field`, shown],
          [`/components/${field}/filter`, filter],
        ],
      ),
    ];
    for (const [pointer, component] of used)
      if (component && !known.components.has(component))
        report(
          'resource',
          name,
          pointer,
          `no component "${component}" is registered${meant(component, known.components)}`,
        );
    list.filters.forEach((filter, index) => {
      if (filter.registered && !known.filters.has(filter.registered))
        report(
          'resource',
          name,
          `/list/filters/${index}`,
          `no filter "${filter.registered}" is registered${meant(filter.registered, known.filters)}`,
        );
    });
    for (const action of actions)
      if (action.post !== stepPath(name, action.name) && !known.literals.has(action.post) && !saves.has(action.post))
        report(
          'resource',
          name,
          `/actions/${action.name}/post`,
          `no command has the path ${action.post}${meant(action.post, known.literals)}`,
        );
  }
  return mistakes;
}
