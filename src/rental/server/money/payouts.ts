import { permits, WILDCARD } from 'forecourt/model';
import type { ResultInput } from '../../calls/index.ts';
import { fourEyesProblem, problem } from '../../rules/index.ts';
import type { RentalContext } from '../database.ts';
import { requireNone } from '../problems.ts';

/** What refunds and deductions share: money that somebody asks for, another one carries out, and that succeeds or fails elsewhere. */

export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null;

/** The reason of a failure; refuses a report without one. */
export function requireFailReason(context: RentalContext, input: Pick<ResultInput, 'failReason'>): string | null {
  const failReason = textOrNull(input.failReason);
  requireNone(failReason === null ? [problem('field.required', {}, 'failReason')] : [], context);
  return failReason;
}

/** Refuses who asked for it; who may everything also does what he or she asked for (D-PERM-10). */
export function requireOther(
  context: RentalContext,
  kind: Parameters<typeof fourEyesProblem>[0],
  askedBy: number | null,
): void {
  const eyes = fourEyesProblem(kind, {
    askedBy,
    actor: context.actor.id,
    mayEverything: permits(context.actor.permissions, WILDCARD),
  });
  requireNone(eyes ? [eyes] : [], context);
}
