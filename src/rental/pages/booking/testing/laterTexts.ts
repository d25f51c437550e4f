import type { Catalogue } from 'forecourt/locale';

function without(texts: Catalogue, [first, ...rest]: readonly string[]): Catalogue {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]) => {
      if (key !== first) return [[key, value] as const];
      return rest.length === 0 || typeof value === 'string' ? [] : [[key, without(value, rest)] as const];
    }),
  );
}

/** A catalogue without these parts, and what loads them, as the built product splits its own. */
export function laterTexts(catalogue: Catalogue, parts: readonly string[]) {
  const loaded = new Set<string>();
  const whole = { ...catalogue };
  return {
    first: parts.reduce((texts, part) => without(texts, part.split('.')), catalogue),
    labels: {
      here: (part: string): boolean => loaded.has(part) || !parts.includes(part),
      load: (part: string): Promise<void> => Promise.resolve(void loaded.add(part)),
      holder: (key: string) =>
        parts.some((part) => loaded.has(part) && key.startsWith(`${part}.`)) ? whole : undefined,
    },
  };
}
