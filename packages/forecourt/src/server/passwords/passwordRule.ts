import type { Database, ServerModule } from '../contract.ts';
import type { Messages } from '../messages.ts';

/** Characters that a new password has at least (D-AUTH-05). Passwords from before stay valid. */
export const MIN_PASSWORD = 8;

/** Whom a password is for, as the row of a user: `username`, `name`, `phone` and `email` are what somebody who guesses would know. */
export type PasswordOwner = Readonly<Record<string, unknown>>;

/** Judges new passwords (D-AUTH-05). */
export interface PasswordRule {
  /** Answers why a password is refused, as the key of a message; undefined when it may be used. */
  problem(password: string, owner: PasswordOwner, db: Database): Promise<string | undefined>;
}

/** So many digits at the end of a phone are enough to recognise it. */
const PHONE_ENDS = [6, 7, 8, 9, 10];

/** The parts of a name that are long enough to be recognised: three letters, or two signs of a script without spaces. */
function wordsOf(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= (/^[\x20-\x7e]*$/.test(word) ? 3 : 2));
  return [text, words.join(''), ...words];
}

/** Answers what of the owner may not be a large part of the password: names, numbers, and the domain of the e-mail as the company. */
export function ownNames(owner: PasswordOwner): {
  readonly person: readonly string[];
  readonly company: readonly string[];
} {
  const text = (value: unknown): string => (typeof value === 'string' ? value.normalize('NFKC').toLowerCase() : '');
  const [local = '', domain = ''] = text(owner['email']).split('@');
  const digits = text(owner['phone']).replace(/\D/g, '');
  const ends = PHONE_ENDS.filter((length) => length <= digits.length).map((length) => digits.slice(-length));
  const person = [text(owner['username']), text(owner['name']), local].flatMap(wordsOf);
  return {
    person: [...person, digits, ...ends].filter((word) => word.length > 1),
    // The last part of a domain is of a country or a kind.
    company: domain
      .split('.')
      .slice(0, -1)
      .flatMap(wordsOf)
      .filter((word) => word.length > 2),
  };
}

/**
 * Makes the rule of an application. Its title in each language and what `companyNames` of its module reads are the names of the company. The
 * judge with its list of words is loaded when the first password is set.
 */
export function passwordRule(messages: Messages, { companyNames }: Pick<ServerModule, 'companyNames'>): PasswordRule {
  const titles = messages.languages.flatMap((language) => messages.find(language, 'app.title') ?? []);
  return {
    async problem(password, owner, db) {
      if (password.length < MIN_PASSWORD) return 'msg.password.tooShort';
      const [{ weaknessOf }, named] = await Promise.all([import('./weakness.ts'), companyNames?.(db) ?? []]);
      const { person, company } = ownNames(owner);
      const companies = [...titles, ...named].flatMap((name) => wordsOf(name.normalize('NFKC').toLowerCase()));
      const weakness = weaknessOf(password, {
        person,
        company: [...company, ...companies],
        languages: messages.languages,
      });
      return weakness && `msg.password.${weakness}`;
    },
  };
}
