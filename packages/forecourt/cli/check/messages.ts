import { meant } from '../../src/model/nearest.ts';
import type { Texts } from './labels.ts';
import type { Source } from './registered.ts';

/** A text that code names and no catalogue has. */
interface UnknownMessage {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** The first argument of what refuses, and every message key in quotes. `useTexts` names a part of the catalogue, not a message. */
const NAMED = [
  /\b(?:refuse|notFound|conflict|forbidden)\(\s*['"`]([\w.]+)['"`]/g,
  /(?<!useTexts\(\s*)['"](msg(?:\.\w+)+)['"]/g,
];

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Texts that server code refuses with and that no language has: the user would read their keys. */
export function unknownMessages(sources: readonly Source[], texts: Texts): UnknownMessage[] {
  const found = new Map<string, UnknownMessage>();
  for (const { file, text } of sources)
    for (const match of NAMED.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const key = match[1]!;
      if (texts.has(key)) continue;
      const line = lineAt(text, match.index);
      const message = `no text is called "${key}": users would read the key${meant(key, texts.keys())}`;
      found.set(`${file}:${line}:${key}`, { file, line, message });
    }
  return [...found.values()];
}
