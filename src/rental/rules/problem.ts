import type texts from '../../../i18n/en-US.json';

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];

/** A code that a rule can answer: the key of its text below `rental` of the catalogues. A code without a text does not compile. */
export type ProblemCode = Leaves<(typeof texts)['rental']>;

/** An order that a refusal names, with the stores whose staff may know its number. */
export interface NamedOrder {
  readonly orderNo: string;
  readonly pickupStoreId: number;
  readonly returnStoreId: number;
}

interface Among {
  readonly orders: readonly NamedOrder[];
  readonly some: ProblemCode;
  readonly none: ProblemCode;
}

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
  /** The orders whose numbers fill `orders`, and what is said where somebody sees some of them, or none. */
  readonly among?: Among;
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

const numbersOf = (orders: readonly NamedOrder[]): string => orders.map(({ orderNo }) => orderNo).join(', ');

/** A problem that tells of several orders: by their numbers to whoever may see them. The texts of `all` and `some` name them as `orders`. */
export const aboutOrders = (
  orders: readonly NamedOrder[],
  { all, ...unseen }: Omit<Among, 'orders'> & { readonly all: ProblemCode },
  field?: string,
): readonly Problem[] =>
  orders.length === 0 ? [] : [{ ...problem(all, { orders: numbersOf(orders) }, field), among: { orders, ...unseen } }];

function toldAmong(told: Problem, { orders, some, none }: Among, stores: readonly number[]): Problem {
  const seen = orders.filter((each) => [each.pickupStoreId, each.returnStoreId].some((id) => stores.includes(id)));
  if (seen.length === orders.length) return told;
  return seen.length === 0
    ? { ...told, code: none, params: {} }
    : { ...told, code: some, params: { ...told.params, orders: numbersOf(seen) } };
}

/** The problem as somebody is told of it who sees orders of these stores. */
export function problemTold({ unseen, among, ...told }: Problem, stores: 'all' | readonly number[]): Problem {
  if (among && stores !== 'all') return toldAmong(told, among, stores);
  if (!unseen || stores === 'all' || unseen.stores.some((id) => stores.includes(id))) return told;
  return { ...told, code: unseen.code, params: {} };
}

/** Key of a code in the catalogues. */
export const messageKey = (code: ProblemCode): string => `rental.${code}`;
