import { Refusal } from '../../errors.ts';
import type { MaskName } from '../../../model/index.ts';
import { mask } from '../kinds/index.ts';

/** Message of a refused search; the log says who asked. */
export const TOO_MANY_GUESSES = 'msg.search.tooManyGuesses';

/** Different values that somebody may ask for who sees only their masked text, and those of them that the mask shows alike. */
const PER_MINUTE = 20;
const PER_DAY = 300;
const ALIKE_PER_DAY: Readonly<Record<MaskName, number>> = { phone: 5, idCard: 20, name: Infinity };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Users remembered at most; the longest unseen is forgotten. */
const REMEMBERED = 10_000;

/** So short a text is no phone and no number of a document. */
const LEAST_DIGITS = 6;
const mayBe = (kind: MaskName, text: string): boolean =>
  kind !== 'name' && (kind !== 'phone' || /^\+?\d+$/.test(text)) && (text.match(/\d/g)?.length ?? 0) >= LEAST_DIGITS;

interface Asked {
  /** When each value was asked for first. */
  readonly values: Map<string, number>;
  last: string;
}

/** Counts, for each user of this process, the whole values of masked properties that were asked for. */
export interface WholeQuestions {
  /** Throws `msg.search.tooManyGuesses` (HTTP 429) where the user has asked for too many. */
  ask(userId: number, kind: MaskName, text: string): void;
}

/**
 * Counts searches for masked values. Who sees `081****5678` finds the record by its whole value only, and could try
 * all of them. A value that is asked for again, or only typed on, is no new search. Values with the same masked text
 * are guesses at one record, so few of these are allowed. A day of searches for different phones stays far below the
 * limit.
 */
export function createWholeQuestions(now: () => number = () => performance.now()): WholeQuestions {
  const users = new Map<number, Asked>();

  function askedBy(userId: number): Asked {
    const known = users.get(userId) ?? { values: new Map<string, number>(), last: '' };
    users.delete(userId);
    users.set(userId, known);
    if (users.size > REMEMBERED) users.delete(users.keys().next().value!);
    return known;
  }

  return {
    ask(userId, kind, given) {
      const text = given.replace(/[\s-]/g, '').toLowerCase();
      if (!mayBe(kind, text)) return;
      const asked = askedBy(userId);
      const at = now();
      for (const [value, time] of asked.values) if (at - time > DAY_MS) asked.values.delete(value);
      if (asked.values.has(text)) return;
      const { last } = asked;
      const typedOn = last !== '' && text.startsWith(last);
      const times = [...asked.values].filter(([value]) => !(typedOn && value === last));
      const alike = times.filter(([value]) => value.length === text.length && mask(kind, value) === mask(kind, text));
      const lately = times.filter(([, time]) => at - time < MINUTE_MS);
      if (alike.length >= ALIKE_PER_DAY[kind] || lately.length >= PER_MINUTE || times.length >= PER_DAY)
        throw new Refusal(TOO_MANY_GUESSES, { code: 429, http: 429 });
      if (typedOn) asked.values.delete(last);
      asked.values.set(text, at);
      asked.last = text;
    },
  };
}
