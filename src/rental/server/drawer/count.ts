import { refuseFields } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import {
  DRAWER_COUNT,
  ZERO,
  closeProblem,
  countProblems,
  countResult,
  dateOf,
  notesProblems,
  parseDate,
  takeOverProblem,
} from '../../rules/index.ts';
import type { DateText, Satang } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext } from '../database.ts';
import { requireNone, satangOf } from '../problems.ts';
import { cashAfter, drawerDays, lockDrawer } from './drawer.ts';
import { nextCount } from './next.ts';
import { staffOfStore } from './staff.ts';

const optional = (amount: number | null | undefined, field: string): Satang | null =>
  amount === null || amount === undefined ? null : satangOf(amount, field);

/** The day that a count is of: a hand-over is of today, a close of the day that is said, else of today. */
async function dayOf(
  context: RentalContext,
  storeId: number,
  { kind, date }: { readonly kind: number; readonly date?: string },
): Promise<DateText> {
  const { timeZone, countedThrough } = await drawerDays(context.db, storeId);
  const today = dateOf(context.now, timeZone);
  if (kind === DRAWER_COUNT.handOver) return today;
  const day = date ? parseDate(date) : today;
  if (day === null) throw refuseFields({ date: 'msg.badDate' });
  const refused = closeProblem(day, today, countedThrough);
  requireNone(refused ? [refused] : [], context);
  return day;
}

/**
 * Counts the drawer of a store: at the end of a shift, or to close a day and all days before it (D-MONEY-10, D-MONEY-11). Payments that are under way are
 * waited for. Those that come later are late where their day is closed. Nobody changes a count.
 */
export const countDrawer = defineCommand(calls.countDrawer, {
  async run(input, context) {
    const { storeId, kind } = input;
    const takerId = input.takerId ?? null;
    await context.row('store', storeId);
    await lockDrawer(context.db, storeId);
    const day = await dayOf(context, storeId, input);
    const next = await nextCount(context.db, storeId, day);
    const float = next.float ?? optional(input.float, 'float');
    if (float === null) throw refuseFields({ float: 'msg.required' });
    const facts = {
      float,
      cash: next.cash,
      counted: satangOf(input.counted, 'counted'),
      carried: optional(input.carried, 'carried') ?? ZERO,
    };
    const reason = input.reason?.trim() || null;
    const staff = takerId === null ? [] : (await staffOfStore(context.db, storeId)).map(({ id }) => id);
    const counterId = context.actor.id;
    const notes = (input.notes ?? []).filter(({ number }) => number > 0);
    requireNone(
      [
        ...countProblems({ ...facts, kind, reason, takerId, staff, counterId }),
        ...(notes.length > 0 ? notesProblems(notes, facts.counted) : []),
      ],
      context,
    );
    const countedThrough = kind === DRAWER_COUNT.close ? day : next.countedThrough;
    const { id } = await context.write.insert('drawerCount', {
      ...{ storeId, day, kind, ...facts, ...countResult(facts), notes, reason, takerId },
      openCash: await cashAfter(context.db, storeId, countedThrough),
      time: new Date(context.now),
      operatorId: counterId,
    });
    return { id };
  },
});

/** Who takes a drawer over says so: both names and both times stand in the count (D-MONEY-11). */
export const takeOverDrawer = defineCommand(calls.takeOverDrawer, {
  async run({ id }, context) {
    const { takerId, takenTime } = await context.row('drawerCount', id, { lock: true });
    const refused = takeOverProblem({ takerId, actorId: context.actor.id, isTaken: takenTime !== null });
    requireNone(refused ? [refused] : [], context);
    await context.write.update('drawerCount', id, { takenTime: new Date(context.now) });
    return null;
  },
});
