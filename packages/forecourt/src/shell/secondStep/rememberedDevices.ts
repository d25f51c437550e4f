/** Tokens of this device by user name: each stands in for a code of that user. They outlive a sign-out, and end at the server. */
const KEY = 'second-step-devices';

function stored(storage: Storage): Record<string, string> {
  try {
    const found: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Record<string, string>) : {};
  } catch {
    return {};
  }
}

const nameOf = (username: string): string => username.trim().toLowerCase();

export const deviceOf = (username: string, storage: Storage = localStorage): string | undefined =>
  stored(storage)[nameOf(username)];

/** Keeps the token for the next sign-in; undefined: forgets the one that is kept. */
export function keepDevice(username: string, token: string | undefined, storage: Storage = localStorage): void {
  const { [nameOf(username)]: _, ...others } = stored(storage);
  storage.setItem(KEY, JSON.stringify(token === undefined ? others : { ...others, [nameOf(username)]: token }));
}
