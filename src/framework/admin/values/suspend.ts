/**
 * Waits for what is loading: the component is drawn anew, from its beginning, when it is here. Not by `use`: a component that once waited with
 * it must call it again when it is drawn anew, while ours then has what it waited for and asks no more.
 */
export function suspend(loading: Promise<unknown>): never {
  throw loading;
}
