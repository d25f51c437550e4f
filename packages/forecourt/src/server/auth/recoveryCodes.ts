import { createHash, randomInt } from 'node:crypto';

/** Without letters that are read as digits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;
export const RECOVERY_CODES = 10;

const group = (): string => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Ten codes of 79 random bits; each stands in for the app once. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));

/** The hash of a recovery code as it was typed, or undefined where it cannot be one. */
export function hashOfRecoveryCode(typed: string): Buffer | undefined {
  const letters = typed.toLowerCase().replace(/[\s-]/g, '');
  if (letters.length !== GROUPS * GROUP_LENGTH) return undefined;
  return createHash('sha256').update(letters).digest();
}
