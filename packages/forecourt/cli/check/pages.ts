import type { ESTree } from 'vite';
import type { PageDeclaration } from '../../src/model/index.ts';
import type { Source } from './registered.ts';

/** A page of no resource as a source declares it, with the line of each of its parts. */
export interface FoundPage {
  readonly file: string;
  readonly page: PageDeclaration;
  /** Line of a part (`permission`), or of the page. From 1. */
  line(part?: string): number;
}

/** What stands in an object literal by its name. */
function namedParts(literal: ESTree.ObjectExpression): (readonly [name: string, value: ESTree.Node, at: number])[] {
  return literal.properties.flatMap((one) => {
    if (one.type !== 'Property' || one.kind !== 'init' || one.computed || one.shorthand || one.method) return [];
    const { key, value, start } = one;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
    return name === undefined ? [] : [[name, value, start] as const];
  });
}

/** What a literal says: texts, lists of texts, and objects of them; undefined for what only running would tell. */
function valueOf(node: ESTree.Node | null): unknown {
  switch (node?.type) {
    case 'Literal':
      return ['string', 'number'].includes(typeof node.value) ? node.value : undefined;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? node.quasis[0]?.value.cooked : undefined;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return valueOf(node.expression);
    case 'ArrayExpression':
      return node.elements.map(valueOf);
    case 'ObjectExpression':
      return Object.fromEntries(namedParts(node).map(([name, value]) => [name, valueOf(value)]));
    default:
      return undefined;
  }
}

const isTexts = (value: unknown): boolean =>
  value === undefined || [value].flat().every((one) => typeof one === 'string');

/** Whether an object of a source is the declaration of a page. */
const isPage = (value: unknown): value is PageDeclaration => {
  const { path, title, permission, actions } = value as Record<string, unknown>;
  return (
    typeof path === 'string' &&
    path.startsWith('/') &&
    typeof title === 'string' &&
    isTexts(permission) &&
    isTexts(actions)
  );
};

async function pagesIn({ file, text }: Source): Promise<FoundPage[]> {
  // Most applications have no page of their own: theirs is not the time that loading the parser takes.
  const { parseSync, Visitor } = await import('rolldown/utils');
  const found: FoundPage[] = [];
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length;
  new Visitor({
    ObjectExpression(node) {
      const page = valueOf(node);
      const part = (name: string | undefined) => namedParts(node).find((one) => one[0] === name)?.[2];
      if (isPage(page)) found.push({ file, page, line: (name) => lineAt(part(name) ?? node.start) });
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** The pages of no resource that an application's own code declares, read without running it. */
export const declaredPages = async (sources: readonly Source[]): Promise<FoundPage[]> =>
  (
    await Promise.all(
      sources.filter(({ text }) => /\bpages\b|PageDeclaration/.test(text) && /\btitle:/.test(text)).map(pagesIn),
    )
  ).flat();
