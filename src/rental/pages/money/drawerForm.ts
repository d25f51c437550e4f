import drawerCount from '../../../../schemas/drawerCount.json';
import { codes } from '../../../../resources/codes.ts';
import { compileModel, resourceOf, type EntitySchema, type Resource } from 'forecourt/model';
import type { DayClose } from '../../calls/index.ts';
import {
  countProblems,
  countResult,
  NOTES_AND_COINS,
  notesProblems,
  ZERO,
  type CountResult,
  type DrawerCountKind,
  type NoteCount,
  type Problem,
} from '../../rules/index.ts';
import { amountOf } from '../steps/amounts.ts';
import type { StepValues } from '../steps/StepField.tsx';

/** What is asked of a count, in the words of its schema. */
export const DRAWER_FORM: Resource = resourceOf(
  compileModel({
    schemas: { drawerCount: drawerCount as unknown as EntitySchema },
    resources: [],
    codes,
    partial: true,
  }),
  'drawerCount',
);

type Drawer = DayClose['drawer'];

/** The notes and coins that were counted; none where only the sum was entered. */
export const notesIn = (values: StepValues): readonly NoteCount[] =>
  NOTES_AND_COINS.map((value, at) => ({
    value,
    number: Number((values['notes'] as readonly (string | undefined)[] | undefined)?.[at] ?? 0),
  })).filter(({ number }) => number > 0);

/** The amounts of the form as far as they are amounts; the float is the form's before the first count alone. */
function factsOf(values: StepValues, drawer: Drawer) {
  const counted = amountOf(values['counted']);
  const float = amountOf(drawer.float ?? values['float']);
  const carried = values['carried'] === null || values['carried'] === '' ? ZERO : amountOf(values['carried'] ?? 0);
  if (counted === undefined || float === undefined || carried === undefined) return undefined;
  return { counted, float, carried, cash: amountOf(drawer.cash) ?? ZERO };
}

const takerOf = (values: StepValues): number | null => (values['takerId'] ? Number(values['takerId']) : null);
const reasonOf = (values: StepValues): string | null => String(values['reason'] ?? '').trim() || null;

/** What the count comes to; undefined while an amount is missing. */
export function resultIn(values: StepValues, drawer: Drawer): CountResult | undefined {
  const facts = factsOf(values, drawer);
  return facts && countResult(facts);
}

/** What is wrong with a count as it stands in the form; who counts, the server knows. */
export function drawerProblems(
  values: StepValues,
  { drawer, staff }: DayClose,
  kind: DrawerCountKind,
): readonly Problem[] {
  const facts = factsOf(values, drawer);
  if (!facts) return [];
  const problems = countProblems({
    ...facts,
    kind,
    reason: reasonOf(values),
    takerId: takerOf(values),
    staff: staff.map(({ id }) => id),
    counterId: 0,
  });
  const notes = notesIn(values);
  return notes.length > 0 ? [...problems, ...notesProblems(notes, facts.counted)] : problems;
}

/** What is sent. */
export const countBody = (values: StepValues, { storeId, date, drawer }: DayClose, kind: DrawerCountKind) => ({
  storeId,
  date,
  kind,
  notes: notesIn(values),
  counted: values['counted'] as number,
  carried: (values['carried'] as number | null | undefined) ?? null,
  ...(drawer.float === null && { float: values['float'] as number }),
  reason: reasonOf(values),
  takerId: takerOf(values),
});
