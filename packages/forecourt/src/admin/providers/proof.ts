/** Asks the signed-in user for the password where a call needs a recent proof of it. */
export interface Proof {
  /** Whether the user has proven the password. Calls that need it at the same time share one question; false where nobody can ask it. */
  ask(): Promise<boolean>;
  /** Whether the question is open: the shell shows it. */
  readonly isAsked: () => boolean;
  /** The user has answered it, or turned away. */
  settle(proven: boolean): void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createProof(): Proof {
  const listeners = new Set<() => void>();
  let open: { readonly answer: Promise<boolean>; readonly resolve: (proven: boolean) => void } | undefined;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    ask() {
      if (open) return open.answer;
      if (listeners.size === 0) return Promise.resolve(false);
      let resolve: (proven: boolean) => void = () => undefined;
      const answer = new Promise<boolean>((settled) => (resolve = settled));
      open = { answer, resolve };
      tell();
      return answer;
    },
    isAsked: () => open !== undefined,
    settle(proven) {
      const asked = open;
      open = undefined;
      tell();
      asked?.resolve(proven);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
