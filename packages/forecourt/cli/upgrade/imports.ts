/** Folders of the framework from before it was a package, and the entry that each is reached by now; the first that fits counts. */
const ENTRIES: readonly (readonly [folder: RegExp, entry: string])[] = [
  [/^(model\/vocabulary\.generated)\.json$/, 'vocabulary.json'],
  [/^admin\/testing(\/|$)/, 'testing'],
  [/^shell\/start(\.ts)?$/, 'start'],
  [/^model(\/|\.ts$|$)/, 'model'],
  [/^server(\/|\.ts$|$)/, 'server'],
  [/^admin(\/|\.ts$|$)/, 'admin'],
  [/^shell(\/|\.ts$|$)/, 'shell'],
  [/^calls(\/|\.ts$|$)/, 'calls'],
  [/^(locale|i18n)(\/|\.ts$|$)/, 'locale'],
  [/^platform(\/|\.ts$|$)/, 'model'],
];

/** What a module is imported by: `from '…'`, `import '…'`, `import('…')`. */
const IMPORTED =
  /(\bfrom\s*|\bimport\s*\(?\s*)(['"])((?:\.{1,2}\/)+(?:src\/framework|packages\/forecourt(?:\/src)?)\/([^'"]+))\2/g;

/** One import that leads nowhere any more. */
export interface Unmoved {
  readonly line: number;
  readonly address: string;
}

/** A file with the framework's parts imported by the name of the package. `unmoved` are parts that no entry exports. */
export function importByName(text: string): { readonly text: string; readonly unmoved: readonly Unmoved[] } {
  const unmoved: Unmoved[] = [];
  const moved = text.replace(
    IMPORTED,
    (whole, before: string, quote: string, address: string, part: string, at: number) => {
      const entry = ENTRIES.find(([folder]) => folder.test(part))?.[1];
      if (entry !== undefined) return `${before}${quote}forecourt/${entry}${quote}`;
      unmoved.push({ line: text.slice(0, at).split('\n').length, address });
      return whole;
    },
  );
  return { text: moved, unmoved };
}

const STATEMENT = /^import\s+(type\s+)?\{([^}]*)\}\s+from\s+(['"])(forecourt\/\w+)\3;?[ \t]*\n/gm;

/** Imports of one entry in one statement: types and values each, where they stood apart before. */
export function joinImports(text: string): string {
  const found = [...text.matchAll(STATEMENT)];
  const joined = new Map<number, string>();
  for (const first of found) {
    const [, type = '', , quote, entry] = first;
    const same = found.filter(([, otherType = '', , , other]) => other === entry && otherType === type);
    if (same[0] !== first || same.length < 2) continue;
    const names = [...new Set(same.flatMap(([, , list]) => list!.split(',').map((name) => name.trim())))].filter(
      Boolean,
    );
    for (const one of same) joined.set(one.index, '');
    joined.set(first.index, `import ${type}{ ${names.join(', ')} } from ${quote}${entry}${quote};\n`);
  }
  return text.replace(STATEMENT, (whole, ...rest) => joined.get(rest.at(-2) as number) ?? whole);
}
