/** Satisfies every check (D-PERM-01). */
export const WILDCARD = 'index';

/** Whether a user who holds `held` may do what needs `key`, or any of several keys. The one place that decides, on both sides. */
export function permits(held: ReadonlySet<string>, key: string | readonly string[]): boolean {
  if (held.has(WILDCARD)) return true;
  return typeof key === 'string' ? held.has(key) : key.some((one) => held.has(one));
}
