/** One language's texts: nested objects of strings, placeholders `%{name}`. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** One catalogue of several; where two have the same key, the later one's text stands. */
export function mergeCatalogues(...catalogues: readonly Catalogue[]): Catalogue {
  const merged: Record<string, string | Catalogue> = {};
  for (const catalogue of catalogues)
    for (const [key, value] of Object.entries(catalogue)) {
      const before = merged[key];
      merged[key] = typeof before === 'object' && typeof value === 'object' ? mergeCatalogues(before, value) : value;
    }
  return merged;
}
