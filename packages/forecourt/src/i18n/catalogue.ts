/** One language's texts: nested objects of strings, placeholders `%{name}`. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** One catalogue of several; where two have the same key, the later one's text stands. */
export function mergeCatalogues(...catalogues: readonly Catalogue[]): Catalogue {
  // A code may be called as something that every object has: `constructor`.
  const merged = new Map<string, string | Catalogue>();
  for (const catalogue of catalogues)
    for (const [key, value] of Object.entries(catalogue)) {
      const before = merged.get(key);
      merged.set(key, typeof before === 'object' && typeof value === 'object' ? mergeCatalogues(before, value) : value);
    }
  return Object.fromEntries(merged);
}
