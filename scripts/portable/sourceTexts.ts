import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { filesBelow } from '../../packages/forecourt/cli/application/readApplication.ts';
import { constructsIn, type ConstructName } from './constructs.ts';

/** A text of a source that is, or may become, SQL. */
export interface SourceText {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** A construct in a file. */
export interface Use {
  readonly construct: ConstructName;
  /** From the folder of the application. */
  readonly file: string;
  /** From 1; of sources only. */
  readonly line?: number;
}

/** What a template says, with `?` for each value; a piece between `}` and `${` is no statement of its own. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('?');
}

/**
 * Every text of a source, comments left out, whatever tag it has or has not: `SQL`, the query builder's `sql`, and plain texts that go to the
 * driver as they are. Calls of the query builder that write a construct stand as what they write.
 */
function textsOf(source: string): SourceText[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, false);
  const found: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    const line = (): number => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    if (text !== undefined) found.push({ text, line: line() });
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'skipLocked')
      found.push({ text: 'skip locked', line: line() });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether it is worth a closer look: most sources speak of none of it, not even in a comment. */
const mentions = (source: string): boolean =>
  /skipLocked/.test(source) || constructsIn(source.replaceAll(/\$\{[^{}]*\}/g, '?')).length > 0;

/** The constructs of one source, each once, at its first line. */
export function usesIn(source: string, file: string): Use[] {
  const uses = new Map<ConstructName, Use>();
  if (!mentions(source)) return [];
  for (const { text, line } of textsOf(source))
    for (const construct of constructsIn(text))
      if (!uses.has(construct)) uses.set(construct, { construct, file, line });
  return [...uses.values()];
}

const TABLE = /\bcreate (?:unlogged )?table (?:if not exists )?"?(\w+)"? ?\(/i;

/** Names of the tables that texts of a source make. */
export const tablesMadeIn = (source: string): string[] =>
  (TABLE.test(source) ? textsOf(source) : []).flatMap(({ text }) =>
    [...text.matchAll(new RegExp(TABLE, 'gi'))].map((match) => match[1]!),
  );

/** Sources that run in production, with what stands in them; files of SQL too. */
export async function readSources(folder: string): Promise<{ file: string; source: string }[]> {
  const roots = ['src', 'packages/forecourt/src']
    .map((name) => path.join(folder, name))
    .filter((root) => existsSync(root));
  const found = await Promise.all(roots.map((root) => filesBelow(root, /\.(ts|sql)$/)));
  const files = found.flat().filter((file) => !/\.test\.ts$/.test(file));
  return Promise.all(
    files.map(async (file) => ({
      file: path.relative(folder, file).split(path.sep).join('/'),
      source: file.endsWith('.sql') ? `\`${await readFile(file, 'utf8')}\`` : await readFile(file, 'utf8'),
    })),
  );
}
