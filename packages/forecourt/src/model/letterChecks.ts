import type { ResourceDeclaration } from './resource.ts';
import type { Report } from './report.ts';

/** Letters that mean the same on every page. */
const ON_EVERY_PAGE: Readonly<Record<string, string>> = {
  r: 'refreshes the page',
  g: 'begins the way to a list',
  j: 'goes to the next row',
  k: 'goes to the row before',
  e: 'edits the row',
  x: 'selects the row',
};
/** After `g`. */
const AFTER_GO: Readonly<Record<string, string>> = { h: 'goes to the home page' };

/** Every letter that is none, means something else already, or is given twice. */
export function checkLetters(
  declared: Iterable<Pick<ResourceDeclaration, 'schema' | 'key' | 'go'>>,
  report: (file: string) => Report,
): void {
  const owners = { key: new Map<string, string>(), go: new Map<string, string>() };
  for (const one of declared)
    for (const word of ['key', 'go'] as const) {
      const letter = one[word];
      if (letter === undefined) continue;
      const meaning = (word === 'key' ? ON_EVERY_PAGE : AFTER_GO)[letter];
      const owner = owners[word].get(letter);
      const why = !/^[a-z]$/.test(letter)
        ? 'one small letter is needed'
        : meaning !== undefined
          ? `it ${meaning}`
          : owner !== undefined
            ? `resources/${owner}.ts has it`
            : undefined;
      if (why) report(`resources/${one.schema}.ts`)(`/${word}`, `"${letter}" is no free letter: ${why}`);
      owners[word].set(letter, one.schema);
    }
}
