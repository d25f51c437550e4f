/** An application for an account as the form holds it. */
export interface Application {
  readonly username: string;
  readonly countryCode: string;
  readonly phone: string;
  readonly captcha: string;
  readonly email: string;
  readonly password: string;
}

/** Message keys, or messages of the server, by field. */
export type ApplicationErrors = Partial<Record<keyof Application, string>>;

const LEAST = 8;

/** The server judges the same things in the end; these are the answers it need not be asked for. */
const RULES: Readonly<Record<keyof Application, readonly [RegExp, string]>> = {
  username: [/^[A-Za-z0-9._-]{3,32}$/, 'msg.badFormat'],
  countryCode: [/^\+[1-9]\d{0,3}$/, 'msg.badFormat'],
  phone: [/^\d[\d -]{3,19}$/, 'msg.badPhone'],
  captcha: [/^\d{6}$/, 'msg.badCaptcha'],
  email: [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'msg.badEmail'],
  password: [new RegExp(`^.{${LEAST},}$`, 's'), 'msg.password.tooShort'],
};

/** What is wrong before the server is asked. */
export function applicationErrors(values: Application): ApplicationErrors {
  const wrong = Object.entries(RULES).filter(([name, [pattern]]) => !pattern.test(values[name as keyof Application]));
  return Object.fromEntries(
    wrong.map(([name, [, message]]) => [
      name,
      values[name as keyof Application] === '' && name !== 'captcha' ? 'msg.required' : message,
    ]),
  );
}
