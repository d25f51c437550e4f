import type messages from './messages.json';

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];

/** Every code that a rule can answer, by the catalogue of their texts: a code without a text does not compile. */
export type ProblemCode = Leaves<(typeof messages)['en-US']>;

/**
 * Why something is refused or deserves a warning. `code` is a message key (`messageKey` says where in the catalogues); `params` fill
 * its placeholders and are ready to be shown (money and times already formatted); `field` names the input it belongs to.
 */
export interface Problem {
  readonly code: ProblemCode;
  readonly params: Readonly<Record<string, string | number>>;
  readonly field?: string;
}

/** The two halves of a verdict: errors stop, warnings inform. */
export interface Verdict {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export function problem(code: ProblemCode, params: Problem['params'] = {}, field?: string): Problem {
  return field === undefined ? { code, params } : { code, params, field };
}

/** Key of a code in the catalogues, where the texts of `messages.json` stand below `rental`. */
export const messageKey = (code: ProblemCode): string => `rental.${code}`;
