import type { Model } from '../../src/model/index.ts';
import { WORDS } from '../../src/model/permissionKey.ts';
import { isObject } from '../../src/model/shapes.ts';

/** Texts of one language by whole key: `resources.holiday.fields.name`. */
export type Texts = ReadonlyMap<string, string>;

/** Something wrong with the text of a key. */
interface LabelMistake {
  readonly key: string;
  readonly message: string;
}

/** A catalogue as whole keys. What is neither a text nor a group of texts is left out. */
export function textsOf(catalogue: unknown, prefix = ''): Map<string, string> {
  if (!isObject(catalogue)) return new Map();
  return new Map(
    Object.entries(catalogue).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...textsOf(value, `${prefix}${key}.`)],
    ),
  );
}

/** Keys under which something stands that is neither a text nor a group of texts. */
export function notTexts(catalogue: unknown, prefix = ''): string[] {
  if (typeof catalogue === 'string') return [];
  if (!isObject(catalogue)) return [prefix];
  return Object.entries(catalogue).flatMap(([key, value]) => notTexts(value, prefix ? `${prefix}.${key}` : key));
}

/** Labels of entities, their properties and filters, form groups and actions. */
export function resourceKeys(model: Model): string[] {
  const entities = [...model.entities.values()].flatMap((entity) =>
    ['name', 'title', ...entity.fields.map((field) => `fields.${field.name}`)].map(
      (key) => `resources.${entity.name}.${key}`,
    ),
  );
  const resources = [...model.resources.values()].flatMap((resource) => {
    const groups = [...resource.form.groups, ...resource.show.groups].map((group) => `groups.${group.key}`);
    const declared = resource.form.groups.length > 1 || resource.show.groups.length > 1 ? groups : [];
    const tabs = [...resource.form.groups, ...resource.show.groups].flatMap(({ tab }) => (tab ? [`tabs.${tab}`] : []));
    const filters = resource.list.filters.filter((filter) => filter.name !== 'keyword' && !filter.hidden);
    // A right of its own; one of the nine words has its text already.
    const excepted = resource.entity.rows.flatMap(({ except = '' }) =>
      except === '' || except.includes('-') || (WORDS as readonly string[]).includes(except) ? [] : [except],
    );
    return [
      ...declared,
      ...tabs,
      ...excepted.map((word) => `actions.${word}`),
      ...resource.list.savedFilters.map((saved) => `savedFilters.${saved.key}`),
      ...(resource.list.views.calendar?.counts ?? []).map(({ key }) => `days.${key}`),
      ...resource.touches.flatMap(({ lists }) => lists.map(({ key }) => `touches.${key}`)),
      ...filters.map((filter) => `fields.${filter.name}`),
      ...resource.actions.map((action) => `actions.${action.name}`),
    ].map((key) => `resources.${resource.name}.${key}`);
  });
  return [...entities, ...resources];
}

/** Questions before an action; without one of its own the general question is asked. */
export const confirmKeys = (model: Model): string[] =>
  [...model.resources.values()].flatMap(({ name, actions }) =>
    actions.filter((action) => action.confirm).map((action) => `resources.${name}.confirm.${action.name}`),
  );

/** Labels of the parts of nested documents. */
export function documentKeys(model: Model): string[] {
  type Part = { readonly properties?: Record<string, Part>; readonly items?: Part };
  const names = (part: Part): string[] => [
    ...Object.entries(part.properties ?? {}).flatMap(([name, inner]) => [`fields.${name}`, ...names(inner)]),
    ...(part.items ? names(part.items) : []),
  ];
  const documents = [...model.entities.values()].flatMap((entity) =>
    entity.fields.filter((field) => field.kind === 'json'),
  );
  return documents.flatMap((field) => names(field.schema as Part));
}

/** Labels of coded values. */
export const codeKeys = (model: Model): string[] =>
  Object.entries(model.codes).flatMap(([table, values]) => values.map(({ code }) => `codes.${table}.${code}`));

/** Messages that schemas name. */
export const messageKeys = (model: Model): string[] =>
  [...model.entities.values()].flatMap((entity) => [
    ...entity.unique.map((unique) => unique.message),
    ...entity.fields.flatMap(({ message, locked }) => [message ?? [], locked ?? []].flat()),
    ...(entity.schema['x-exclude'] ? [entity.schema['x-exclude'].message] : []),
  ]);

/** Labels of the menu and of what a role may do. */
export function permissionKeys(model: Model): string[] {
  const all = [...model.resources.values()];
  return [...all, ...model.pages].flatMap(({ menu }) => (menu ? [`menu.groups.${menu.group}`] : []));
}

/** Titles of dashboards and reports, and what the parts of a dashboard are called. */
export function dashboardKeys(model: Model): string[] {
  const dashboards = model.dashboards.flatMap(({ name, path, sections }) => [
    `routes.${path}`,
    ...sections
      .filter(({ widgets }) => widgets.length > 0)
      .flatMap(({ key, widgets }) => [
        `dashboards.${name}.sections.${key}`,
        ...widgets.flatMap((widget) => [
          `dashboards.${name}.widgets.${widget.key}`,
          ...widget.figures.flatMap((figure) =>
            figure.hidden || figure.key === widget.key ? [] : [`dashboards.${name}.figures.${figure.key}`],
          ),
        ]),
      ]),
  ]);
  return [
    ...dashboards,
    ...[...model.resources.values()].flatMap(({ report }) => (report ? [`routes.${report.path}`] : [])),
  ];
}

/** Titles of pages of no resource: their own key, or the one that their address makes. */
export const pageKeys = (model: Model, texts: Texts): string[] =>
  model.pages.flatMap(({ path, title }) => (texts.has(`routes.${path}`) ? [] : [title]));

/** Every key that the screens made from this model ask for. */
export const neededKeys = (model: Model): string[] => [
  ...new Set([
    ...resourceKeys(model),
    ...documentKeys(model),
    ...codeKeys(model),
    ...messageKeys(model),
    ...permissionKeys(model),
    ...dashboardKeys(model),
  ]),
];

/** Keys that no text has. */
export const missingKeys = (texts: Texts, keys: Iterable<string>): string[] =>
  [...new Set(keys)].filter((key) => !texts.has(key));

/** Keys that other languages have and this one does not. */
export const untranslated = (texts: Texts, others: readonly Texts[]): string[] =>
  missingKeys(
    texts,
    others.flatMap((other) => [...other.keys()]),
  );

/** Empty texts, and texts whose placeholders are not those of the reference language. */
export function badTexts(texts: Texts, reference: Texts): LabelMistake[] {
  const names = (text: string): string => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort().join(' ');
  return [...texts].flatMap(([key, text]): LabelMistake[] => {
    if (text.trim() === '') return [{ key, message: 'the text is empty' }];
    const wanted = names(reference.get(key) ?? text);
    const has = names(text);
    return wanted === has
      ? []
      : [{ key, message: `the placeholders are ${has || 'none'}, in English they are ${wanted || 'none'}` }];
  });
}

/** Keys that are a text in one place and a group of keys in another. `codes`: labels of codes, some of which have dots of their own. */
export function textsAndGroups(texts: Texts, codes: Iterable<string> = []): string[] {
  const whole = new Set(codes);
  const groups = new Set(
    [...texts.keys()]
      .filter((key) => !whole.has(key))
      .flatMap((key) => key.split('.').map((_, i, all) => all.slice(0, i).join('.'))),
  );
  return [...texts.keys()].filter((key) => groups.has(key));
}

/** Scripts that are told apart, and those of `Intl` that are written with them. */
const SCRIPTS: readonly (readonly [letters: RegExp, scripts: readonly string[]])[] = [
  [/\p{Script=Han}/u, ['Hans', 'Hant', 'Jpan', 'Kore']],
  [/\p{Script=Thai}/u, ['Thai']],
];

/** Keys of texts in the script of another language. */
export function foreignTexts(language: string, texts: Texts): string[] {
  const { script = '' } = new Intl.Locale(language).maximize();
  const foreign = SCRIPTS.filter(([, scripts]) => !scripts.includes(script)).map(([letters]) => letters);
  return [...texts].filter(([, text]) => foreign.some((letters) => letters.test(text))).map(([key]) => key);
}
