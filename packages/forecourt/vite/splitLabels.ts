import { mergeCatalogues, type Catalogue } from '../src/i18n/catalogue.ts';

interface SplitLabels {
  /** What every page may need: titles of resources for menu and search, codes, messages and the application's own texts. */
  readonly general: Catalogue;
  /** By resource, what only its own screens show: its labels and those of its plain enums; and each of the `rare` parts by its path. */
  readonly labels: ReadonlyMap<string, Catalogue>;
}

const isNested = (value: string | Catalogue | undefined): value is Catalogue => typeof value === 'object';

/** The entries of a catalogue for which `test` holds, and the others. */
function part(catalogue: Catalogue, test: (key: string, value: string | Catalogue) => boolean): [Catalogue, Catalogue] {
  const entries = Object.entries(catalogue);
  return [
    Object.fromEntries(entries.filter(([key, value]) => test(key, value))),
    Object.fromEntries(entries.filter(([key, value]) => !test(key, value))),
  ];
}

const isEmpty = (catalogue: Catalogue): boolean => Object.keys(catalogue).length === 0;

/** The catalogue without the named parts; names are paths with dots, unknown ones take nothing away. */
export function without(catalogue: Catalogue, paths: readonly string[]): Catalogue {
  return paths.reduce((left, path) => {
    const [first = '', ...rest] = path.split('.');
    const found = left[first];
    if (rest.length > 0) return isNested(found) ? { ...left, [first]: without(found, [rest.join('.')]) } : left;
    return part(left, (key) => key !== first)[0];
  }, catalogue);
}

/** The named part of a catalogue, at its place; nothing where there is none. */
function only(catalogue: Catalogue, path: string): Catalogue | undefined {
  const [first = '', ...rest] = path.split('.');
  const found = catalogue[first];
  if (!isNested(found)) return undefined;
  const inner = rest.length === 0 ? found : only(found, rest.join('.'));
  return inner && { [first]: inner };
}

/**
 * Takes the labels of the named resources, and the `rare` parts, out of a catalogue. `carried` names parts that load with the labels of one
 * resource, as a code table that no other screen shows: `{ 'codes.timeZone': 'city' }`. Keys stay what they are.
 */
export function splitLabels(
  catalogue: Catalogue,
  resources: ReadonlySet<string>,
  rare: readonly string[] = [],
  carried: Readonly<Record<string, string>> = {},
): SplitLabels {
  const labels = new Map<string, Catalogue>();
  for (const path of rare) {
    const texts = only(catalogue, path);
    if (texts) labels.set(path, texts);
  }
  const whole = without(catalogue, Object.keys(carried));
  const remaining: Record<string, string | Catalogue> = { ...without(whole, rare) };
  // The labels of a plain enum stand one level deeper than those of a code table, which may have the same name.
  const own = {
    resources: (key: string) => key !== 'title',
    codes: (_key: string, value: string | Catalogue) => isNested(value),
  };
  for (const [area, test] of Object.entries(own)) {
    const all = whole[area];
    if (!isNested(all)) continue;
    const kept: Record<string, string | Catalogue> = {};
    for (const [name, texts] of Object.entries(all)) {
      if (!isNested(texts) || !resources.has(name)) {
        kept[name] = texts;
        continue;
      }
      const [taken, left] = part(texts, test);
      if (!isEmpty(left)) kept[name] = left;
      if (!isEmpty(taken)) labels.set(name, { ...labels.get(name), [area]: { [name]: taken } });
    }
    remaining[area] = kept;
  }
  for (const [path, resource] of Object.entries(carried)) {
    const texts = only(catalogue, path);
    if (texts) labels.set(resource, mergeCatalogues(labels.get(resource) ?? {}, texts));
  }
  return { general: remaining, labels };
}
