import { ID, INTEGER, list, NOTHING, object, orNull, STRING } from '../../calls/index.ts';
import { FLAG, OBJECT, objects, type OwnCalls } from './openapiCall.ts';

const SECRET = object({ secret: STRING, uri: STRING });
const CODES = object({ codes: list(STRING) });
/** What a browser hands to `navigator.credentials`, and what that answers, as JSON (WebAuthn level 3). */
const OPTIONS = { ...OBJECT, description: 'Options of WebAuthn; a cookie binds the answer to this browser' };
const CREDENTIAL = { ...OBJECT, description: 'PublicKeyCredential as JSON' };
const SIGNED_IN = { token: STRING, next: STRING, ticket: STRING };
const PLACE = { ip: STRING, userAgent: STRING };

/** Calls by which somebody signs in and out, of his sessions, password and second factor, and of an account that he asks for. */
export const SIGN_IN_CALLS: OwnCalls = {
  'POST /admin/user/login': {
    summary: 'Sign in',
    open: true,
    input: { username: STRING, password: STRING },
    answer: {
      ...object({}, { token: STRING, next: { ...STRING, enum: ['code', 'enrol', 'password'] }, ticket: STRING }),
      description:
        'A token; or what the sign-in needs next, with the ticket for it: a code of the second factor, a second factor, or a new password',
    },
  },
  'POST /admin/user/loginout': {
    sessionOnly: true,
    summary: 'Sign out',
    answer: {
      anyOf: [{ type: 'null' }, object({ leave: STRING })],
      description: 'Where to sign out at the provider, too, of a session that was opened by one',
    },
  },
  'POST /admin/user/prove': {
    sessionOnly: true,
    summary: 'Prove the own password anew: for ten minutes the session may make calls that need a recent proof',
    input: { pwd: STRING },
    mayHave: { code: { ...STRING, description: 'Of the second factor, where the user has one' } },
    answer: NOTHING,
  },
  'POST /admin/user/updatepwd': {
    sessionOnly: true,
    summary: 'Change the own password: with the old one, or after a recent proof',
    input: { pwd: STRING, repeatpwd: STRING },
    mayHave: { oldpwd: STRING },
    proof: true,
    answer: NOTHING,
  },
  'GET /account/sessions': {
    sessionOnly: true,
    summary: 'Own sessions and last sign-ins',
    answer: object({
      sessions: objects({
        id: INTEGER,
        issueTime: STRING,
        lastUsedTime: STRING,
        expireTime: STRING,
        ...PLACE,
        current: FLAG,
        provider: { ...orNull(STRING), description: 'The sign-in provider by which it was opened' },
      }),
      devices: objects({ id: INTEGER, lastUsedTime: STRING, expireTime: STRING, ...PLACE }),
      signIns: objects({ time: STRING, result: INTEGER, message: STRING, ...PLACE }),
    }),
  },
  'POST /account/sessions/end': {
    sessionOnly: true,
    summary: 'End one of the own sessions',
    input: { id: INTEGER },
    answer: NOTHING,
  },
  'POST /account/sessions/endothers': {
    sessionOnly: true,
    summary: 'End all own sessions but this one',
    answer: object({ count: INTEGER }),
  },
  'POST /account/sessions/endall': {
    sessionOnly: true,
    summary: 'Sign out everywhere',
    answer: object({ count: INTEGER }),
  },
  'POST /account/signin/code': {
    summary: 'Sign in: the code of the second factor, or a remembered device',
    open: true,
    input: { ticket: STRING },
    mayHave: { code: STRING, device: STRING, remember: FLAG },
    answer: object({}, { token: STRING, next: STRING, ticket: STRING, device: STRING }),
  },
  'POST /account/signin/enrol': {
    summary: 'Sign in: a secret for a second factor, where the role needs one',
    open: true,
    input: { ticket: STRING },
    answer: SECRET,
  },
  'POST /account/signin/confirm': {
    summary: 'Sign in: the first code of the new second factor; answers the recovery codes once',
    open: true,
    input: { ticket: STRING, code: STRING },
    answer: object({ codes: list(STRING) }, { token: STRING, next: STRING, ticket: STRING }),
  },
  'POST /account/signin/password': {
    summary: 'Sign in: a new password in place of one that somebody else has set',
    open: true,
    input: { ticket: STRING, pwd: STRING, repeatpwd: STRING },
    answer: object({ token: STRING }),
  },
  'GET /account/signin/passkey': {
    summary: 'Sign in: the address on whose pages passkeys work, and whether anybody has one',
    open: true,
    answer: object({ origin: orNull(STRING), used: FLAG }),
  },
  'POST /account/signin/ways': {
    summary: 'Sign in: what the user can show after the password',
    open: true,
    input: { ticket: STRING },
    answer: object({ app: FLAG, passkey: FLAG }),
  },
  'POST /account/signin/passkey/begin': {
    summary: 'Sign in: a challenge for a passkey, by itself, or with a ticket after the password',
    open: true,
    mayHave: { ticket: STRING },
    answer: OPTIONS,
  },
  'POST /account/signin/passkey/finish': {
    summary: 'Sign in: the passkey that has answered the challenge',
    open: true,
    input: { response: CREDENTIAL },
    mayHave: { ticket: STRING },
    answer: object({ username: STRING }, SIGNED_IN),
  },
  'POST /account/signin/passkey/enrol': {
    summary: 'Sign in: a challenge for a new passkey, where the role needs a second factor',
    open: true,
    input: { ticket: STRING },
    answer: OPTIONS,
  },
  'POST /account/signin/passkey/confirm': {
    summary: 'Sign in: the new passkey; answers the recovery codes once',
    open: true,
    input: { ticket: STRING, name: STRING, response: CREDENTIAL },
    answer: object({ codes: list(STRING) }, SIGNED_IN),
  },
  'GET /account/passkeys': {
    sessionOnly: true,
    summary: 'The own passkeys, and the address on whose pages they work',
    answer: object({
      origin: orNull(STRING),
      passkeys: objects({ id: INTEGER, name: STRING, createTime: STRING, lastUsedTime: orNull(STRING) }),
    }),
  },
  'POST /account/passkeys/begin': {
    sessionOnly: true,
    proof: true,
    summary: 'A challenge for a new passkey',
    answer: OPTIONS,
  },
  'POST /account/passkeys/add': {
    sessionOnly: true,
    proof: true,
    summary: 'Add a passkey; answers recovery codes once, where it is the first second factor',
    input: { name: STRING, response: CREDENTIAL },
    answer: CODES,
  },
  'POST /account/passkeys/remove': {
    sessionOnly: true,
    proof: true,
    summary: 'Remove one of the own passkeys',
    input: { id: INTEGER },
    answer: NOTHING,
  },
  'GET /account/identities': {
    sessionOnly: true,
    summary: 'The own accounts at sign-in providers',
    answer: objects({ id: INTEGER, provider: STRING, createTime: STRING }),
  },
  'POST /account/identities/remove': {
    sessionOnly: true,
    proof: true,
    summary: 'Sign in by one of them no more; refused for the last way in',
    input: { id: INTEGER },
    answer: NOTHING,
  },
  'GET /account/proof': {
    sessionOnly: true,
    summary: 'By what the signed-in user can prove who it is',
    answer: object({ password: FLAG, passkey: FLAG }),
  },
  'POST /account/passkeys/prove/begin': {
    sessionOnly: true,
    summary: 'A challenge for a proof by passkey',
    answer: OPTIONS,
  },
  'POST /account/passkeys/prove': {
    sessionOnly: true,
    summary: 'Prove by a passkey: for ten minutes the session may make calls that need a recent proof',
    input: { response: CREDENTIAL },
    answer: NOTHING,
  },
  'GET /account/oidc/providers': {
    summary: 'Sign-in providers, as the sign-in page offers them',
    open: true,
    answer: objects({ id: ID, label: STRING }),
  },
  'POST /account/oidc/begin': {
    summary: 'Sign in at a provider: the address to go to; a cookie remembers what is under way',
    open: true,
    input: { id: ID },
    mayHave: {
      redirect: { ...STRING, description: 'Page to open afterwards' },
      fresh: { ...FLAG, description: 'The provider asks anew who it is' },
    },
    answer: object({ url: STRING }),
  },
  'POST /account/oidc/finish': {
    summary: 'Sign in at a provider: with the query of the address that it has led back to',
    open: true,
    input: { id: ID, query: STRING },
    answer: object({ username: STRING, redirect: STRING }, { token: STRING, next: STRING, ticket: STRING }),
  },
  'POST /account/oidc/logout/{id}': {
    summary: 'A provider tells that somebody has signed out there (back-channel logout)',
    open: true,
    form: true,
    input: { logout_token: STRING },
    answer: NOTHING,
  },
  'GET /account/recover': {
    summary: 'Whether a link to choose a password can be asked for',
    open: true,
    answer: object({ offered: FLAG }),
  },
  'POST /account/recover': {
    summary: 'Send a link to choose a password, by mail or SMS; the answer tells nothing of who exists',
    open: true,
    input: { username: STRING },
    answer: NOTHING,
  },
  'POST /account/recover/set': {
    summary: 'Choose a password with the token of a link',
    open: true,
    input: { token: STRING, pwd: STRING, repeatpwd: STRING },
    answer: NOTHING,
  },
  'GET /account/secondfactor': {
    sessionOnly: true,
    summary: 'The own second factor',
    answer: object({ confirmed: FLAG, required: FLAG, codesLeft: INTEGER }),
  },
  'POST /account/secondfactor/begin': {
    sessionOnly: true,
    proof: true,
    summary: 'A secret for a second factor; it counts once a code of it is shown',
    answer: SECRET,
  },
  'POST /account/secondfactor/confirm': {
    sessionOnly: true,
    proof: true,
    summary: 'The first code of the new second factor; answers the recovery codes once',
    input: { code: STRING },
    answer: CODES,
  },
  'POST /account/secondfactor/codes': {
    sessionOnly: true,
    proof: true,
    summary: 'Ten new recovery codes in place of the old ones; answered once',
    answer: CODES,
  },
  'POST /account/secondfactor/end': {
    sessionOnly: true,
    proof: true,
    summary: 'Sign in without the second factor from now on',
    answer: NOTHING,
  },
  'POST /account/devices/forget': {
    sessionOnly: true,
    summary: 'Ask one of the remembered devices for a code again',
    input: { id: INTEGER },
    answer: NOTHING,
  },
  'GET /account/register': {
    summary: 'Whether an account can be applied for',
    open: true,
    answer: object({ allowed: FLAG, countryCode: STRING }),
  },
  'POST /account/sms': {
    summary: 'Send a verification code to a phone',
    open: true,
    input: { phone: STRING, countryCode: STRING },
    answer: NOTHING,
  },
  'POST /account/register': {
    summary: 'Apply for an account',
    open: true,
    input: { username: STRING, phone: STRING, countryCode: STRING, email: STRING, password: STRING, captcha: STRING },
    answer: NOTHING,
  },
};
