/** Longer than React takes to come back to a component that waited for what failed: asked again at once, it would wait for ever. */
const FAILURE_MS = 1_000;

/** Asks once for each name; what failed (deployment in between, no network) may be asked for again a moment later. */
export function once<T>(ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (name) => {
    const known = asked.get(name);
    if (known) return known;
    const promise = ask(name);
    asked.set(name, promise);
    promise.catch(() => setTimeout(() => asked.delete(name), FAILURE_MS));
    return promise;
  };
}
