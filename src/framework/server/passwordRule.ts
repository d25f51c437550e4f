import common from './commonPasswords.json';

/** Characters that a new password has at least (D-AUTH-05). Passwords from before stay valid. */
export const MIN_PASSWORD = 8;

const COMMON: ReadonlySet<string> = new Set(common);

/** One character again and again: blanks, zeros. */
const isOneCharacter = (password: string): boolean => new Set(password).size === 1;

/**
 * Why a new password is refused, as the key of a message; undefined when it may be used: at least eight characters, not the user name, none of
 * the thousand most used ones (D-AUTH-05). Upper and lower case make no difference to who guesses.
 */
export function passwordProblem(password: string, username: string | undefined): string | undefined {
  const plain = password.trim().toLowerCase();
  if (password.length < MIN_PASSWORD) return 'msg.password.tooShort';
  if (username && plain === username.trim().toLowerCase()) return 'msg.password.isName';
  return COMMON.has(plain) || isOneCharacter(password) ? 'msg.password.common' : undefined;
}
