import ts from 'typescript';
import type { PageDeclaration } from '../../src/model/index.ts';
import type { Source } from './registered.ts';

/** A page of no resource as a source declares it, with the line of each of its parts. */
export interface FoundPage {
  readonly file: string;
  readonly page: PageDeclaration;
  /** Line of a part (`permission`), or of the page. From 1. */
  line(part?: string): number;
}

/** What a literal says: texts, lists of texts, and objects of them; undefined for what only running would tell. */
function valueOf(node: ts.Expression): unknown {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return valueOf(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(valueOf);
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  return Object.fromEntries(
    node.properties.flatMap((one) =>
      ts.isPropertyAssignment(one) && (ts.isIdentifier(one.name) || ts.isStringLiteralLike(one.name))
        ? [[one.name.text, valueOf(one.initializer)]]
        : [],
    ),
  );
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

function pagesIn({ file, text }: Source): FoundPage[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: FoundPage[] = [];
  const lineOf = (node: ts.Node): number => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const page = valueOf(node);
      const part = (name: string | undefined): ts.Node | undefined =>
        node.properties.find((one) => one.name !== undefined && ts.isIdentifier(one.name) && one.name.text === name);
      if (isPage(page)) found.push({ file, page, line: (name) => lineOf(part(name) ?? node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The pages of no resource that an application's own code declares, read without running it. */
export const declaredPages = (sources: readonly Source[]): FoundPage[] =>
  sources.filter(({ text }) => /\bpages\b|PageDeclaration/.test(text) && /\btitle:/.test(text)).flatMap(pagesIn);
