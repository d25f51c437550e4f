import type { Sentence } from 'forecourt/locale';
import type { Refusal } from 'forecourt/server';
import { messageKey, NOT_POSSIBLE, type Problem } from '../../rules/index.ts';
import type { RentalContext } from '../database.ts';
import { Refused } from '../problems.ts';

/** Why something was refused: for a channel's program and its people, in the language of the call, and for ours, each in their own. */
export interface Why {
  readonly code: string;
  readonly told: string;
  readonly reasons: readonly Sentence[];
}

/** What a channel may be told; nothing of other renters, cars, members or the blacklist. */
const TOLD = /^(quote|time|field|channel|order\.refusal\.state|coupon)\./;

const fieldKey = (field: string): string => `resources.order.fields.${field}`;

/** What our people are told; "Required" alone would not say what. */
const sentenceOf = ({ code, params, field }: Problem): Sentence =>
  code === 'field.required' && field !== undefined
    ? { key: 'rental.channel.missing', params: { field: fieldKey(field) } }
    : { key: messageKey(code), params };

function issuesOf({ key, params, fields }: Refusal): readonly Sentence[] {
  const issues = Object.values(fields ?? {}).map((issue) =>
    typeof issue === 'string' ? { key: issue } : { key: issue[0], params: issue[1] },
  );
  return issues.length > 0 ? issues : [{ key, params }];
}

/** A refusal as the two sides read it. What is not known to be harmless is "not possible" to the channel. */
export function whyOf(refusal: Refusal, { t }: Pick<RentalContext, 't'>): Why {
  const problems = refusal instanceof Refused ? refusal.problems : [];
  const told = problems.filter(({ code }) => TOLD.test(code));
  const said = ({ code, params, field }: Problem): string => {
    const text = t(messageKey(code), params);
    return code === 'field.required' && field !== undefined ? `${field}: ${text}` : text;
  };
  return {
    code: told[0]?.code ?? NOT_POSSIBLE,
    told: told.length > 0 ? told.map(said).join('; ') : t(messageKey(NOT_POSSIBLE)),
    reasons: problems.length > 0 ? problems.map(sentenceOf) : issuesOf(refusal),
  };
}
