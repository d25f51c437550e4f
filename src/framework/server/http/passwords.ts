import { Algorithm, hash, verify } from '@node-rs/argon2';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. About 30 ms. */
const COST = { algorithm: Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Checks that wait for a turn at most; more are turned away, so that guessing cannot take the processor and the memory. */
const WAITING = 40;
const AT_ONCE = 2;

let running = 0;
const queue: (() => void)[] = [];

/** The server has more passwords to check than it can. */
export class PasswordChecksExhausted extends Error {}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) throw new PasswordChecksExhausted('too many passwords to check');
    await new Promise<void>((resolve) => queue.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}

/** The argon2id hash of a password, in the standard text form with salt and costs (D-SEC-01). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash (unknown user) it takes as long and answers false, so that time does not
 * tell which names exist.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const usable = stored?.startsWith('$argon2') ? stored : undefined;
  decoy ??= hashPassword('nobody has this password');
  const against = usable ?? (await decoy);
  const matches = await inTurn(() => verify(against, password));
  return matches && usable !== undefined;
}
