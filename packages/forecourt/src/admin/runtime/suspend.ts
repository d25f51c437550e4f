/** What did not come, by what was waited for. */
const failures = new WeakMap<Promise<unknown>, { readonly error: unknown }>();

/**
 * Waits for what is loading: the component is drawn anew, from its beginning, when all of it is here; throws the error of what does not come.
 * Not by `use`: a component that once waited with it must call it again when it is drawn anew, while ours then has what it waited for and
 * asks no more. The same promises must be given again, or a failure would be waited for for ever.
 */
export function suspend(...loading: readonly Promise<unknown>[]): never {
  for (const one of loading) {
    const failure = failures.get(one);
    if (failure) throw failure.error;
    one.catch((error: unknown) => failures.set(one, { error }));
  }
  throw Promise.all(loading);
}
