/**
 * For the `meta` of a query: the resources that its answer is made of, beside the one that its key begins with. When one of their records is changed,
 * by whomever, it is asked for again where somebody looks at it.
 *
 * @example
 * const meta = madeOf('book', 'loan');
 */
export const madeOf = (...resources: readonly string[]) => ({ resources });

/** The same where the answer says it. */
export const madeOfAnswer = <T>(resources: (answer: T) => readonly string[]) => ({ resources });
