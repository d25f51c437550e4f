/**
 * One key per intent: the same submit sent again after a timeout carries the same key, so the server answers the first result
 * instead of doing it twice (D-API-07). An answer of any kind ends the intent; the next identical submit is a new one.
 */
export interface IdempotencyKeys {
  take(path: string, body: string | undefined): string;
  settle(path: string, body: string | undefined): void;
}

/** crypto.randomUUID exists on secure origins only; a yard tablet may reach the server by plain http. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keys of calls that have not been answered yet, by path and body. */
export function createIdempotencyKeys(): IdempotencyKeys {
  const open = new Map<string, string>();
  const intent = (path: string, body: string | undefined): string => `${path}\n${body ?? ''}`;
  return {
    take: (path, body) => {
      const known = open.get(intent(path, body));
      if (known) return known;
      const key = randomKey();
      open.set(intent(path, body), key);
      return key;
    },
    settle: (path, body) => void open.delete(intent(path, body)),
  };
}
