import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from './concurrency.ts';

/** OWASP's recommendation for argon2id (the default kind): 19 MiB, two passes, one lane. Some 50 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** So that guessing can take neither the processor nor the memory. One user or address has one of the two places, so that the others get in. */
const limited = limitConcurrency({ atOnce: 2, waiting: 150, share: { atOnce: 1, waiting: 8 } });

/**
 * The argon2id hash of a password, in the standard text form with salt and costs (D-SEC-01). `who` stands in line for it: `user 7`, an address;
 * throws ShareFull where too many of his wait.
 */
export function hashPassword(password: string, who: string): Promise<string> {
  return limited(() => hash(password, COST), who);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash (unknown user) it takes as long and answers false, so that time does not
 * tell which names exist.
 */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
  who: string,
): Promise<boolean> {
  const usable = stored?.startsWith('$argon2') ? stored : undefined;
  decoy ??= hashPassword('nobody has this password', 'nobody');
  const against = usable ?? (await decoy);
  const matches = await limited(() => verify(against, password), who);
  return matches && usable !== undefined;
}
