import { describe, expect, it } from 'vitest';
import {
  erasureAskedProblems,
  erasureProblems,
  hiddenProblems,
  MEMBER,
  mergeOutcome,
  mergeProblems,
  UNDO_DAYS,
  undoTimeProblems,
} from './index.ts';

const DAY = 86_400_000;
const keysOf = (problems: readonly { readonly code: string }[]): readonly string[] => problems.map(({ code }) => code);

describe('a merge', () => {
  it('keeps both notes while they are together as long as the notes of one may be', () => {
    const notes = (length: number) => mergeOutcome({ remark: 'a'.repeat(length) }, { remark: 'b'.repeat(499) });
    // A line end stands between them.
    expect(notes(500).survivor.remark).toHaveLength(1_000);
    expect(notes(500).problems).toEqual([]);
    expect(keysOf(notes(501).problems)).toEqual(['member.refusal.notesTooLong']);
  });

  it('is undone until the last moment of its thirtieth day', () => {
    expect(undoTimeProblems(0, UNDO_DAYS * DAY)).toEqual([]);
    expect(keysOf(undoTimeProblems(0, UNDO_DAYS * DAY + 1))).toEqual(['member.refusal.undoTooLate']);
  });

  it('is for who sees every order of the two', () => {
    const [one, other] = [1, 2].map((id) => ({ id, status: MEMBER.normal }));
    expect(mergeProblems(one!, other!, 0)).toEqual([]);
    expect(keysOf(mergeProblems(one!, other!, 1))).toEqual(keysOf(hiddenProblems(1)));
  });
});

describe('an erasure', () => {
  const facts = { status: MEMBER.normal, hidden: 0, open: 0, money: false, pending: 0 };

  it('is possible when nothing is open, and waits for each thing that is', () => {
    expect(erasureProblems(facts)).toEqual([]);
    for (const [one, key] of [
      [{ hidden: 1 }, 'member.refusal.beyondStores'],
      [{ open: 1 }, 'member.refusal.openOrders'],
      [{ money: true }, 'member.refusal.openMoney'],
      [{ pending: 1 }, 'member.refusal.pendingMoney'],
    ] as const)
      expect(keysOf(erasureProblems({ ...facts, ...one }))).toEqual([key]);
  });

  it('is asked for once at a time', () => {
    expect(erasureAskedProblems(0)).toEqual([]);
    expect(keysOf(erasureAskedProblems(1))).toEqual(['member.refusal.erasureAsked']);
  });
});
