/** A sentence of a page or a docstring, with the words in it. */
export interface Sentence {
  file: string;
  text: string;
  words: number;
}

/** Code counts as one word, a link as its text. */
const spoken = (text: string): string => text.replace(/`[^`]*`/g, 'Code').replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');

/** The sentences of a paragraph. Numbers like 3.5 and names of files hold no end of a sentence. */
function sentencesOf(file: string, paragraph: string): Sentence[] {
  return spoken(paragraph)
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]["”)*]{0,3})\s+(?=[\p{Lu}"“(*\d])/u)
    .map((text) => ({ file, text, words: text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length }))
    .filter(({ words }) => words > 0);
}

/** Sentences of a page in Markdown: neither code, nor headings, nor tables. An item of a list ends a sentence. */
export function sentencesOfPage(file: string, page: string): Sentence[] {
  const prose = page
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^ *```[\s\S]*?^ *```$/gm, '')
    .replace(/(?<=\n)\n(?: {4}.*(?:\n|$))+/g, '\n')
    .replace(/^(?:#|\|| *<).*$/gm, '');
  return prose
    .split(/\n\s*\n|\n(?= *(?:[-*]|\d+\.) )/)
    .flatMap((one) => sentencesOf(file, one.replace(/^ *(?:[-*]|\d+\.) /, '')));
}

/** Sentences of the docstrings of a source file; the code of an example is none. */
export function sentencesOfSource(file: string, source: string): Sentence[] {
  return [...source.matchAll(/^[ \t]*\/\*\*(\s[\s\S]*?)\*\//gm)].flatMap(([, comment]) =>
    comment!
      .replace(/^\s*\* ?/gm, '')
      .replace(/```[\s\S]*?```/g, '')
      .split(/\n\s*\n|\n(?=\s*(?:- |@))/)
      .filter((one) => !one.trimStart().startsWith('@example'))
      .flatMap((one) => sentencesOf(file, one)),
  );
}
