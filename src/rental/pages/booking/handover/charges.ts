import type { SentCharge } from '../../../calls/index.ts';
import {
  ZERO,
  add,
  fromWallClock,
  problem,
  proposedCharges,
  toBaht,
  type Instant,
  type Problem,
  type ProposedCharge,
  type Satang,
} from '../../../rules/index.ts';
import { amountOf } from '../../steps/amounts.ts';
import { mileageOf, type ChargeEdit, type DraftMark, type HandoverDraft } from './draft.ts';

/** A charge as the form shows it. */
export interface ShownCharge extends ProposedCharge {
  /** Stays with its mark when others are removed. */
  readonly key: string;
  readonly of: DraftMark | undefined;
  /** Of an earlier car that it is for; empty: the one that comes back. */
  readonly plate: string;
  /** Baht; null: nothing. */
  readonly shown: number | string | null;
  /** It is another amount than the proposed one, and so needs a reason. */
  readonly changed: boolean;
  readonly reason: string;
}

/** Field of a charge, within the part of the form that shows all of them. */
export const chargeField = (key: string): string => `charges.${key}`;

/** Satang of what stands in the field: an empty one charges nothing; undefined while it is no amount. */
const chargedBy = (shown: ShownCharge['shown']): Satang | undefined => (shown === null ? ZERO : amountOf(shown));

/** The charges of a return as they stand, by the facts that the draft keeps; none while those are not known. */
export function shownCharges(draft: HandoverDraft, time: Instant | null): readonly ShownCharge[] {
  const { terms, charges = {}, marks, oil } = draft;
  if (!terms) return [];
  const typed = mileageOf(draft);
  const mileage = typed === null || Number.isNaN(typed) ? null : typed;
  return proposedCharges(terms, { time, mileage, oil, marks }).map((proposal) => {
    const of = proposal.mark === null ? undefined : marks[proposal.mark];
    const key = of?.key ?? (proposal.car === null ? proposal.kind : `${proposal.kind}${proposal.car}`);
    const { amount, reason = '' }: Partial<ChargeEdit> = charges[key] ?? {};
    const proposed = proposal.amount === null ? null : toBaht(proposal.amount);
    const shown = amount === undefined ? proposed : amount;
    const changed = proposal.amount !== null && chargedBy(shown) !== proposal.amount;
    const plate = proposal.car === null ? '' : (terms.earlierFuel?.[proposal.car]?.plate ?? '');
    return { ...proposal, key, of, plate, shown, changed, reason };
  });
}

/** What keeps the charges from being sent: an amount that is none, a change without a reason. */
export const chargesProblems = (charges: readonly ShownCharge[]): readonly Problem[] =>
  charges.flatMap(({ key, shown, changed, reason }) => {
    if (chargedBy(shown) === undefined || chargedBy(shown)! < 0)
      return [problem('money.amountPositive', {}, chargeField(key))];
    return changed && reason.trim() === '' ? [problem('field.required', {}, chargeField(key))] : [];
  });

export const sumOfCharges = (charges: readonly ShownCharge[]): Satang =>
  add(...charges.map(({ shown }) => chargedBy(shown) ?? ZERO));

/** What the call takes; nothing where the facts were not known, so that nobody pays what nobody has seen. */
export function sentCharges(draft: HandoverDraft, time: string, zone: string): readonly SentCharge[] | undefined {
  if (!draft.terms) return undefined;
  return shownCharges(draft, fromWallClock(time, zone)).flatMap(({ kind, mark, car, amount, shown, changed, reason }) =>
    amount === null && shown === null
      ? []
      : [
          {
            kind,
            amount: toBaht(chargedBy(shown) ?? ZERO),
            ...(mark === null ? {} : { mark }),
            ...(car === null ? {} : { car }),
            ...(changed && { reason: reason.trim() }),
          },
        ],
  );
}
