import { expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import { createWholeQuestions } from './wholeQuestions.ts';

const MINUTE = 60_000;

/** Questions of one user; `wait` lets minutes pass. */
function desk() {
  let now = 0;
  const questions = createWholeQuestions(() => now);
  const ask = (text: string, kind: 'phone' | 'idCard' | 'name' = 'phone', user = 1): boolean => {
    try {
      questions.ask(user, kind, text);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
      expect(error).toMatchObject({ key: 'msg.search.tooManyGuesses', http: 429 });
      return false;
    }
  };
  return { ask, wait: (minutes: number) => void (now += minutes * MINUTE) };
}

it('stops who tries the digits behind one mask', () => {
  const { ask } = desk();
  const tried = Array.from({ length: 1_000 }, (_, digits) => `713${String(digits).padStart(3, '0')}6850`);
  expect(tried.filter((text) => ask(text))).toEqual(tried.slice(0, 5));
});

it('stops it also where it is spread over the minutes, written otherwise, or typed on from a shorter one', () => {
  const { ask, wait } = desk();
  let known = 0;
  for (let digits = 0; digits < 30; digits++) {
    wait(10);
    ask(`713 00${digits % 10}`);
    if (ask(`713-00${digits % 10} 0${Math.floor(digits / 10)}850`)) known++;
  }
  expect(known).toBeLessThanOrEqual(25);
  const other = desk();
  const alike = Array.from({ length: 30 }, (_, digits) => `713 ${String(digits).padStart(3, '0')} 6850`);
  expect(alike.filter((text) => (other.wait(10), other.ask('713000'), other.ask(text))).length).toBe(5);
});

it('lets a clerk search for another phone every three minutes of a long day, as it is typed', () => {
  const { ask, wait } = desk();
  for (let customer = 0; customer < 240; customer++) {
    wait(3);
    const phone = `08${String((customer * 7_654_321) % 100_000_000).padStart(8, '0')}`;
    for (const length of [4, 6, 8, 9, 10]) expect(ask(phone.slice(0, length))).toBe(true);
    // The next page, the same list once more.
    expect(ask(phone)).toBe(true);
  }
});

it('lets twenty different ones pass in a minute, and the next minute as many', () => {
  const { ask, wait } = desk();
  const phone = (at: number): string => `0${String((at * 76_543_217) % 1_000_000_000).padStart(9, '0')}`;
  const passed = (from: number): number =>
    Array.from({ length: 30 }, (_, at) => phone(from + at)).filter((one) => ask(one)).length;
  expect(passed(1)).toBe(20);
  wait(1.1);
  expect(passed(101)).toBe(20);
});

it('counts each user alone, and neither names nor numbers with letters as phones', () => {
  const { ask } = desk();
  for (let at = 0; at < 100; at++) {
    expect(ask(`somchai${at}`)).toBe(true);
    expect(ask(`R2611${String(at).padStart(2, '0')}00024`)).toBe(true);
    expect(ask(`713${String(at).padStart(3, '0')}6850`, 'phone', 100 + at)).toBe(true);
  }
});
