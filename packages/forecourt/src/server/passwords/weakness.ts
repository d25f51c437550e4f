import { ZxcvbnFactory, type MatchExtended, type ZxcvbnResult } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { calendarWords } from './calendar.ts';
import { isKeyboardWalk, keysOf } from './keyboard.ts';

/** What makes a password easy to guess; each has a message of its own (`msg.password.…`). */
export type Weakness =
  | 'personal'
  | 'company'
  | 'repeated'
  | 'season'
  | 'keyboard'
  | 'sequence'
  | 'common'
  | 'guessable';

interface Known {
  /** Names and numbers of whom the password is for, and names of the company: lower case. */
  readonly person: readonly string[];
  readonly company: readonly string[];
  /** Of the application. */
  readonly languages: readonly string[];
}

/** Guesses that a password must withstand: as many as eight characters without any pattern take. */
const LEAST_GUESSES = 1e8;
/** The same without signs between its letters and digits. */
const LEAST_PLAIN = 1e6;
/** The one word that is left without what was put before and behind it. */
const LEAST_CORE = 1e5;
/** So much is easily added to a word: a year and two signs. */
const MOST_ADDED = 6;
const LEAST_LETTERS = 4;
/** Longer ones are judged by their beginning, so that judging stays below 50 ms. */
const JUDGED = 50;

const CALENDAR = 'calendar';

const judges = new Map<string, ZxcvbnFactory>();

/** Made once for the languages of an application: it takes 50 ms. */
function judgeFor(languages: readonly string[]): ZxcvbnFactory {
  const key = languages.join(' ');
  const known = judges.get(key);
  if (known) return known;
  const words = { common: dictionary['passwords-common'], [CALENDAR]: [...calendarWords(languages)] };
  const judge = new ZxcvbnFactory({ dictionary: words, graphs: adjacencyGraphs, maxLength: JUDGED });
  judges.set(key, judge);
  return judge;
}

const lengthOf = (matches: readonly MatchExtended[]): number =>
  matches.reduce((sum, { token }) => sum + token.length, 0);

/** Says what the cheapest way to guess a password is made of. A name in it is said first, whatever that way is. */
function kindOf({ sequence, password }: ZxcvbnResult, { company, person }: Known): Weakness {
  const found = sequence.flatMap((one) => (one['dictionaryName'] === 'userInputs' ? String(one['matchedWord']) : []));
  const holds = (names: readonly string[]): boolean =>
    names.some((name) => found.includes(name) || password.toLowerCase().includes(name));
  if (holds(person)) return 'personal';
  if (holds(company)) return 'company';
  const of = (...patterns: readonly string[]): number =>
    lengthOf(sequence.filter(({ pattern }) => patterns.includes(pattern)));
  const month = sequence.some(({ dictionaryName }) => dictionaryName === CALENDAR);
  if (month && sequence.some(({ token }) => /\d{2}/.test(token))) return 'season';
  const shares: readonly (readonly [Weakness, number])[] = [
    ['repeated', of('repeat')],
    ['keyboard', of('spatial')],
    ['sequence', of('date', 'regex', 'sequence')],
    ['common', of('dictionary')],
    ['guessable', of('bruteforce')],
  ];
  return shares.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** Answers how a password can be guessed easily; undefined where nobody knows. */
export function weaknessOf(given: string, known: Known): Weakness | undefined {
  const password = given.normalize('NFKC');
  const judge = judgeFor(known.languages);
  const tooFew = (text: string, least: number): Weakness | undefined => {
    const result = judge.check(text, [...known.person, ...known.company]);
    return result.guesses < least ? kindOf(result, known) : undefined;
  };
  const weakness = tooFew(password, LEAST_GUESSES);
  if (weakness) return weakness;
  // The other form takes signs of Thai apart.
  if (isKeyboardWalk(given.normalize('NFC'))) return 'keyboard';
  const core = password.replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '');
  const isCore = core.length >= LEAST_LETTERS && password.length - core.length <= MOST_ADDED;
  return (
    tooFew(password.replace(/[^\p{L}\p{M}\p{N}]/gu, ''), LEAST_PLAIN) ??
    tooFew(keysOf(password), LEAST_PLAIN) ??
    (isCore ? tooFew(core, LEAST_CORE) : undefined)
  );
}
