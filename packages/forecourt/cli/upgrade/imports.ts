import { parseSync, Visitor, type ESTree } from 'vite';

/** Folders of the framework from before it was a package, and the entry that each is reached by now; the first that fits counts. */
const ENTRIES: readonly (readonly [folder: RegExp, entry: string])[] = [
  [/^model\/vocabulary\.generated\.json$/, 'vocabulary.json'],
  // Only scripts are reached by an entry.
  [/\.(css|json|svg|html)$/, ''],
  [/^(admin\/)?testing(\/|\.ts$|$)/, 'testing'],
  [/^(shell\/)?start(\.ts)?$/, 'start'],
  [/^model(\/|\.ts$|$)/, 'model'],
  [/^server(\/|\.ts$|$)/, 'server'],
  [/^admin(\/|\.ts$|$)/, 'admin'],
  [/^shell(\/|\.ts$|$)/, 'shell'],
  [/^calls(\/|\.ts$|$)/, 'calls'],
  [/^(locale|i18n)(\/|\.ts$|$)/, 'locale'],
  [/^platform(\/|\.ts$|$)/, 'model'],
  [/^vite(\/index(\.ts)?)?$/, 'vite'],
];

/** A part of the framework as earlier versions addressed it. */
const BY_PATH = /^(?:\.{1,2}\/)+(?:src\/framework|packages\/forecourt(?:\/src)?)\/(.+)$/;
/** A file without this has none. */
const MAY_HAVE = /(src\/framework|packages\/forecourt)\//;

/** A place that a human must look at. */
export interface Unmoved {
  readonly line: number;
  readonly address: string;
  /** The script is none: `address` says why. */
  readonly unread?: true;
}

const parsed = (file: string, text: string) =>
  parseSync(file, text, /\.[cm]?js$/.test(file) ? { lang: 'jsx' } : undefined);

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const edited = (text: string, edits: readonly Edit[]): string =>
  edits.toSorted((a, b) => b.start - a.start).reduce((all, { start, end, text: by }) => all.slice(0, start) + by + all.slice(end), text); // prettier-ignore

/** Every text that a program says, and where those stand by which it imports. */
function textsOf(program: ESTree.Program) {
  const texts: { readonly value: string; readonly start: number; readonly end: number }[] = [];
  const imports = new Set<number>();
  const source = (node: { readonly source: ESTree.Node | null }): void => {
    if (node.source) imports.add(node.source.start);
  };
  new Visitor({
    ImportDeclaration: source,
    ExportNamedDeclaration: source,
    ExportAllDeclaration: source,
    ImportExpression: source,
    TSImportType: source,
    Literal({ value, start, end }) {
      if (typeof value === 'string') texts.push({ value, start, end });
    },
  }).visit(program);
  return { texts, imports };
}

/**
 * A script with the framework's parts imported by the name of the package; comments and other texts stay. `unmoved` are parts that no entry exports,
 * or that are named in another way than to import them. `isOwn` says which addresses lead to files of the application.
 */
export function importByName(
  file: string,
  text: string,
  isOwn: (address: string) => boolean,
): { readonly text: string; readonly unmoved: readonly Unmoved[] } {
  if (!MAY_HAVE.test(text)) return { text, unmoved: [] };
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const { program, errors } = parsed(file, text);
  if (errors[0]) {
    const line = lineOf(MAY_HAVE.exec(text)!.index);
    return { text, unmoved: [{ line, address: errors[0].message, unread: true }] };
  }
  const { texts, imports } = textsOf(program);
  const unmoved: Unmoved[] = [];
  const edits: Edit[] = [];
  for (const { value, start, end } of texts) {
    const part = BY_PATH.exec(value)?.[1];
    if (part === undefined || isOwn(value)) continue;
    const entry = imports.has(start) && ENTRIES.find(([folder]) => folder.test(part))?.[1];
    if (entry) edits.push({ start: start + 1, end: end - 1, text: `forecourt/${entry}` });
    else unmoved.push({ line: lineOf(start), address: value });
  }
  return { text: edited(text, edits), unmoved };
}

/** Lines that say nothing but one import of names, without a comment among them. */
function plainImports(file: string, text: string): readonly ESTree.ImportDeclaration[] {
  const { program, comments } = parsed(file, text);
  return program.body.filter(
    (node): node is ESTree.ImportDeclaration =>
      node.type === 'ImportDeclaration' &&
      node.specifiers.length > 0 &&
      node.specifiers.every(({ type }) => type === 'ImportSpecifier') &&
      node.attributes.length === 0 &&
      !comments.some(({ start }) => start > node.start && start < node.end) &&
      /(^|\n)$/.test(text.slice(0, node.start)) &&
      /^[ \t]*\r?\n/.test(text.slice(node.end)),
  );
}

/** Imports of one entry in one statement: types and values each, where they stood apart before. */
export function joinImports(file: string, text: string): string {
  const alike = new Map<string, ESTree.ImportDeclaration[]>();
  for (const node of plainImports(file, text)) {
    const key = `${node.importKind} ${node.source.value}`;
    if (node.source.value.startsWith('forecourt/')) alike.set(key, [...(alike.get(key) ?? []), node]);
  }
  const edits = [...alike.values()].flatMap(([first, ...others]): Edit[] => {
    if (others.length === 0) return [];
    const all = [first!, ...others].flatMap(({ specifiers }) => specifiers);
    const names = [...new Set(all.map(({ start, end }) => text.slice(start, end)))];
    const until = first!.specifiers.at(-1)!.end;
    return [
      {
        start: first!.specifiers[0]!.start,
        end: until + text.slice(until).indexOf('}'),
        text: `${names.join(', ')} `,
      },
      ...others.map(({ start, end }) => ({ start, end: end + text.slice(end).indexOf('\n') + 1, text: '' })),
    ];
  });
  return edited(text, edits);
}
