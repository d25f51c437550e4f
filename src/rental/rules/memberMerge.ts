import { machineOf, type Transition } from './machine.ts';
import { DOCUMENT, type DocumentStatus } from './documentStates.ts';
import { isLiveMember, MEMBER, type MemberStatus } from './memberStates.ts';
import { problem, type Problem } from './problem.ts';
import type { Instant } from './storeTime.ts';

/** The states of a merge. */
export const MEMBER_MERGE = { undone: 0, merged: 1 } as const;
type MemberMergeStatus = (typeof MEMBER_MERGE)[keyof typeof MEMBER_MERGE];
type MemberMergeEvent = 'merge' | 'undo';

type MemberMergeTransition = Transition<MemberMergeEvent, MemberMergeStatus> & { readonly to: MemberMergeStatus };

/** A merge stands until it is undone; what was undone is merged anew. */
export const MEMBER_MERGE_TRANSITIONS: readonly MemberMergeTransition[] = [
  { id: 'G1', event: 'merge', from: null, to: 1, permission: 'membermerge-add' },
  { id: 'G2', event: 'undo', from: 1, to: 0, permission: 'membermerge-disable' },
];

export const nextMergeState = machineOf(MEMBER_MERGE_TRANSITIONS, () => problem('member.refusal.undone'));

/** So long a merge can be undone: until then somebody has noticed, and little has come on top. */
export const UNDO_DAYS = 30;
const DAY_MS = 86_400_000;

/** Whether a merge of this instant may still be undone; the last moment of the thirtieth day counts. */
export const undoTimeProblems = (mergedAt: Instant, now: Instant): readonly Problem[] =>
  now - mergedAt > UNDO_DAYS * DAY_MS ? [problem('member.refusal.undoTooLate', { days: UNDO_DAYS })] : [];

/** What is chosen as one: a phone is nothing without its country code, a number without its kind of ID. */
export const MERGED_PARTS = {
  name: ['name'],
  phone: ['countryCode', 'phone'],
  email: ['email'],
  birthday: ['birthday'],
  identity: ['idType', 'idNo'],
  channel: ['channel'],
  status: ['status'],
  remark: ['remark'],
} as const;
export type MergedPart = keyof typeof MERGED_PARTS;
export const PARTS = Object.keys(MERGED_PARTS) as readonly MergedPart[];
export type MergedField = (typeof MERGED_PARTS)[MergedPart][number];

/** Whose value stays; notes may be kept one below the other. */
export type Kept = 'survivor' | 'merged' | 'both';

/** What a merge reads of a member, as it is stored or as it is answered. */
export type MergedValues = { readonly [Name in MergedField]?: string | number | null };

const filled = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** Whether the two say different things in this part. */
export const differsIn = (part: MergedPart, survivor: MergedValues, merged: MergedValues): boolean =>
  MERGED_PARTS[part].some((field) => (survivor[field] ?? '') !== (merged[field] ?? ''));

/** What stays unless somebody chooses otherwise: the survivor's, where it says something; both notes; and who is disabled stays disabled. */
export function keptByDefault(part: MergedPart, survivor: MergedValues, merged: MergedValues): Kept {
  const last = MERGED_PARTS[part].at(-1)!;
  if (part === 'remark' && filled(survivor.remark) && filled(merged.remark) && differsIn(part, survivor, merged))
    return 'both';
  if (part === 'status' && merged.status === MEMBER.disabled) return 'merged';
  return filled(survivor[last]) || !filled(merged[last]) ? 'survivor' : 'merged';
}

/** By these a renter is found: the merged member keeps those that were not chosen, and leads on from them. */
const FOUND_BY: readonly MergedPart[] = ['phone', 'identity'];
/** As long as the notes of one member may be. */
const LONGEST_NOTE = 1_000;

type AllValues = Record<MergedField, string | number | null>;

/** What both have afterwards. Only notes can be kept of both, one below the other. */
export function mergeOutcome(
  survivor: MergedValues,
  merged: MergedValues,
  kept: Readonly<Partial<Record<MergedPart, Kept>>> = {},
): { readonly survivor: AllValues; readonly merged: AllValues; readonly problems: readonly Problem[] } {
  const choice = (part: MergedPart): Kept => kept[part] ?? keptByDefault(part, survivor, merged);
  const values = (from: (part: MergedPart) => MergedValues): AllValues =>
    Object.fromEntries(
      PARTS.flatMap((part) => MERGED_PARTS[part].map((field) => [field, from(part)[field] ?? null])),
    ) as AllValues;
  const after = values((part) => (choice(part) === 'merged' ? merged : survivor));
  const notes =
    choice('remark') === 'both' ? [survivor.remark, merged.remark].filter(filled).join('\n') || null : after.remark;
  return {
    survivor: { ...after, remark: notes },
    merged: values((part) => (FOUND_BY.includes(part) && choice(part) === 'merged' ? survivor : merged)),
    problems:
      String(notes ?? '').length > LONGEST_NOTE ? [problem('member.refusal.notesTooLong', { most: LONGEST_NOTE })] : [],
  };
}

/** A document as far as one of two is chosen. Times as text of one form, or as instants: later ones are greater. */
export interface MergedDocument {
  readonly id: number;
  readonly status: DocumentStatus;
  /** YYYY-MM-DD; empty or null: it does not run out. */
  readonly expiryDate: string | null;
  readonly uploadTime: string | number;
}

/** How much a document proves today: approved and not run out, waiting, anything else. */
function proof({ status, expiryDate }: MergedDocument, today: string): number {
  if (status === DOCUMENT.approved) return !expiryDate || expiryDate >= today ? 2 : 0;
  return status === DOCUMENT.pending ? 1 : 0;
}

/** The one of two documents of a type that proves more; of equals the one uploaded later. */
export function betterDocument(survivor: MergedDocument, merged: MergedDocument, today: string): MergedDocument {
  const more = proof(merged, today) - proof(survivor, today);
  if (more !== 0) return more > 0 ? merged : survivor;
  return merged.uploadTime > survivor.uploadTime ? merged : survivor;
}

interface MergedMember {
  readonly id: number;
  readonly status: MemberStatus;
}

/** Which two members can become one. `hidden`: orders of the two that lie beyond the stores of who merges. */
export function mergeProblems(survivor: MergedMember, merged: MergedMember, hidden: number): readonly Problem[] {
  if (survivor.id === merged.id) return [problem('member.refusal.same', {}, 'mergedId')];
  const gone = [survivor, merged].flatMap(({ status }) =>
    isLiveMember(status) ? [] : problem(`member.refusal.state.${status as 2 | 3}`),
  );
  return [...gone.slice(0, 1), ...hiddenProblems(hidden)];
}

/** What must be over before a person is erased: orders that run, money that is owed or held, refunds and deductions on their way. */
export interface ErasureFacts {
  readonly status: MemberStatus;
  readonly hidden: number;
  readonly open: number;
  /** Something is still to be paid or to go back. */
  readonly money: boolean;
  readonly pending: number;
}

/** Why a member cannot be erased yet; empty where it can. */
export const erasureProblems = ({ status, hidden, open, money, pending }: ErasureFacts): readonly Problem[] => [
  ...(isLiveMember(status) ? [] : [problem(`member.refusal.state.${status as 2 | 3}`)]),
  ...hiddenProblems(hidden),
  ...(open > 0 ? [problem('member.refusal.openOrders', { count: open })] : []),
  ...(money ? [problem('member.refusal.openMoney')] : []),
  ...(pending > 0 ? [problem('member.refusal.pendingMoney', { count: pending })] : []),
];

/** What becomes of an erasure that somebody asks for (D-MEM-10). */
export const ERASURE_REQUEST = { asked: 0, done: 1, rejected: -1 } as const;
export type ErasureRequestStatus = (typeof ERASURE_REQUEST)[keyof typeof ERASURE_REQUEST];

/** Why an erasure cannot be approved: it was decided before. Who asked for it is another matter (`fourEyesProblem`). */
export const erasureDecidedProblems = (status: number): readonly Problem[] =>
  status === ERASURE_REQUEST.asked ? [] : [problem('member.refusal.erasureDecided')];

/** One request at a time: a second one would be approved after the first. */
export const erasureAskedProblems = (open: number): readonly Problem[] =>
  open > 0 ? [problem('member.refusal.erasureAsked')] : [];

/** The number of the member is typed once more: nobody erases the wrong person by two presses. */
export const confirmProblems = (typed: number, id: number): readonly Problem[] =>
  typed === id ? [] : [problem('member.refusal.confirm', {}, 'confirm')];

/** What concerns the whole person is done by who sees all of its orders. */
export const hiddenProblems = (hidden: number): readonly Problem[] =>
  hidden > 0 ? [problem('member.refusal.beyondStores', { count: hidden })] : [];

/** Why a merge cannot be given back although there is time. `taken`: a third member has what would come back. */
export const laterMergeProblem = (): Problem => problem('member.refusal.laterMerge');
export const takenProblem = (name: string): Problem => problem('member.refusal.taken', { name });
export const documentsChangedProblem = (): Problem => problem('member.refusal.documentsChanged');
export const erasedProblem = (): Problem => problem('member.refusal.state.3');
