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
  /** What is said to somebody who sees no order of these stores: the same, without number and times. */
  readonly unseen?: { readonly code: ProblemCode; readonly stores: readonly number[] };
}

/** The two halves of a verdict: errors stop, warnings inform. */
export interface Verdict {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export function problem(code: ProblemCode, params: Problem['params'] = {}, field?: string): Problem {
  return field === undefined ? { code, params } : { code, params, field };
}

/** A problem that tells of another order: in full to whoever may see that order. */
export const aboutOrder = (
  { pickupStoreId, returnStoreId }: { readonly pickupStoreId: number; readonly returnStoreId: number },
  code: ProblemCode,
  told: Problem,
): Problem => ({ ...told, unseen: { code, stores: [pickupStoreId, returnStoreId] } });

/** The problem as somebody is told of it who sees orders of these stores. */
export function problemTold({ unseen, ...told }: Problem, stores: 'all' | readonly number[]): Problem {
  if (!unseen || stores === 'all' || unseen.stores.some((id) => stores.includes(id))) return told;
  return { ...told, code: unseen.code, params: {} };
}

/** Key of a code in the catalogues, where the texts of `messages.json` stand below `rental`. */
export const messageKey = (code: ProblemCode): string => `rental.${code}`;
