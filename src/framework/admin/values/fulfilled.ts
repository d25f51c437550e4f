/**
 * A promise that `use` reads at once. A component that once waited must call `use` again when it is drawn anew: React counts on it, and
 * draws the whole page a second time, with an error, when what has come in the meantime is no longer asked for.
 */
export const fulfilled = <T>(value: T): Promise<T> =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value });

/** Nothing to wait for. */
export const HERE: Promise<void> = fulfilled(undefined);
