import { once } from './once.ts';

/** Messages of one language: react-admin's own keys and the application's, merged. */
export type Catalogue = Record<string, unknown>;

/** Labels that load with their resource. */
export interface ResourceLabels {
  /** Whether the labels of this resource are at hand. */
  here(resource: string): boolean;
  /** Loads them once; nothing to wait for where they came with the catalogue. */
  load(resource: string): Promise<void>;
}

export interface LabelStore extends ResourceLabels {
  /** The catalogue that has this key, of those that were loaded. */
  holder(key: string): Catalogue | undefined;
}

/** All labels are in the catalogue. */
export const NO_LABELS: ResourceLabels = { here: () => true, load: () => Promise.resolve() };

function keysOf(catalogue: Catalogue, prefix = ''): string[] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? keysOf(value as Catalogue, `${prefix}${key}.`) : [prefix + key],
  );
}

/** Labels by resource, each asked for when its resource is. What failed may be asked for again. */
export function createLabels(loaders: Readonly<Record<string, () => Promise<{ default: Catalogue }>>>): LabelStore {
  const holders = new Map<string, Catalogue>();
  const here = new Set<string>();
  const ask = once(async (resource: string): Promise<void> => {
    const { default: labels } = await loaders[resource]!();
    for (const key of keysOf(labels)) holders.set(key, labels);
    here.add(resource);
  });
  const isHere = (resource: string): boolean => here.has(resource) || !Object.hasOwn(loaders, resource);
  return {
    here: isHere,
    holder: (key) => holders.get(key),
    load: (resource) => (isHere(resource) ? Promise.resolve() : ask(resource)),
  };
}
