import type { Action, Resource } from '../../model/index.ts';
import { fold } from './paletteItems.ts';

/** Something that can be done to a record, with the words it is asked for by. */
export interface Verb {
  readonly model: Resource;
  readonly action: Action;
  /** As its button says it. */
  readonly label: string;
  /** The label and its other names (`take payment`, `收款`). */
  readonly phrases: readonly string[];
}

/** A verb that was typed, and what was typed beside it. */
export interface SpokenVerb {
  readonly verb: Verb;
  /** What the record is found by; empty as long as only the verb was typed. */
  readonly rest: string;
}

/** How sure it is which verb is meant: its whole phrase, the beginning of one, or the beginning of one of its words. */
type Sureness = 0 | 1 | 2;

/** Scripts without spaces: there a verb ends where the next text begins, and one sign is half a word. */
const isSpaceless = (text: string): boolean => /[\p{Script=Han}\p{Script=Thai}]$/u.test(text);

/** One Latin letter stands for no word: everything begins with it. */
const isLongEnough = (text: string): boolean => text.length > 1 || isSpaceless(text);

/** What follows the phrase; undefined where it does not stand at the beginning by itself. */
function after(phrase: string, typed: string): string | undefined {
  if (!typed.startsWith(phrase)) return undefined;
  const rest = typed.slice(phrase.length);
  return rest === '' || rest.startsWith(' ') || isSpaceless(phrase) ? rest.trim() : undefined;
}

const hasWordLike = (phrase: string, typed: string): boolean =>
  isLongEnough(typed) && phrase.split(' ').some((word) => word.startsWith(typed));

/** How one phrase answers what was typed: before the record (`pay R26`) or behind it (`R26 pay`). */
function answerOf(phrase: string, typed: string): readonly [Sureness, rest: string] | undefined {
  const whole = after(phrase, typed);
  if (whole !== undefined) return [0, whole];
  if (isLongEnough(typed) && phrase.startsWith(typed)) return [1, ''];
  const words = typed.split(' ');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (hasWordLike(phrase, first)) return [2, words.slice(1).join(' ')];
  return words.length > 1 && hasWordLike(phrase, last) ? [2, words.slice(0, -1).join(' ')] : undefined;
}

/** The verbs that the typed text can mean, the surest first; a verb means the rest of the longest of its phrases that fits. */
export function spokenVerbs(verbs: readonly Verb[], typed: string): readonly SpokenVerb[] {
  const text = fold(typed).trim().split(/\s+/).join(' ');
  if (text === '') return [];
  return verbs
    .flatMap((verb) => {
      const best = verb.phrases
        .map((phrase) => answerOf(fold(phrase), text))
        .filter((one) => one !== undefined)
        .sort(([sure, rest], [other, otherRest]) => sure - other || rest.length - otherRest.length)[0];
      return best ? [{ verb, sure: best[0], rest: best[1] }] : [];
    })
    .sort((a, b) => a.sure - b.sure)
    .map(({ verb, rest }) => ({ verb, rest }));
}
