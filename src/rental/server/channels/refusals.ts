import type { Refusal } from '../../../framework/server/index.ts';
import { messageKey, NOT_POSSIBLE, type Problem } from '../../rules/index.ts';
import type { RentalContext } from '../database.ts';
import { Refused } from '../problems.ts';

/** Why something was refused: for a channel's program and its people, and for ours. */
export interface Why {
  readonly code: string;
  readonly told: string;
  readonly reason: string;
}

/** What a channel may be told; nothing of other renters, cars, members or the blacklist. */
const TOLD = /^(quote|time|field|channel|order\.refusal\.state|coupon)\./;
const MOST = 500;

function said({ code, params, field }: Problem, { t }: Pick<RentalContext, 't'>): string {
  const text = t(messageKey(code), params);
  return code === 'field.required' && field !== undefined ? `${field}: ${text}` : text;
}

/** A refusal as the two sides read it. What is not known to be harmless is "not possible" to the channel. */
export function whyOf(refusal: Refusal, context: Pick<RentalContext, 't'>): Why {
  const problems = refusal instanceof Refused ? refusal.problems : [];
  const told = problems.filter(({ code }) => TOLD.test(code));
  const [first] = told;
  const reason =
    problems.length > 0
      ? problems.map((each) => said(each, context)).join('; ')
      : context.t(refusal.key, refusal.params);
  return {
    code: first?.code ?? NOT_POSSIBLE,
    told: first ? told.map((each) => said(each, context)).join('; ') : context.t(messageKey(NOT_POSSIBLE)),
    reason: reason.slice(0, MOST),
  };
}
