import { add, body, envelope, INTEGER, STRING, type Json, type Paths } from './openapiParts.ts';

interface Own {
  readonly summary: string;
  /** Answers without a session. */
  readonly open?: true;
  /** Properties of the body; all are required. */
  readonly input?: Json;
  readonly answer?: Json;
}

const NOTHING = { type: 'null' };
const OBJECT = { type: 'object' };
const FLAG = { type: 'boolean' };
const object = (properties: Json): Json => ({ type: 'object', properties });
const list = (properties: Json): Json => ({ type: 'array', items: object(properties) });

const PLACE = { ip: STRING, userAgent: STRING };

/** What the framework itself serves beside resources and commands, by method and path. */
const CALLS: Readonly<Record<string, Own>> = {
  'POST /admin/user/login': {
    summary: 'Sign in',
    open: true,
    input: { username: STRING, password: STRING },
    answer: object({ token: STRING }),
  },
  'POST /admin/user/loginout': { summary: 'Sign out', answer: NOTHING },
  'GET /admin/user/info': { summary: 'The signed-in user' },
  'POST /admin/user/updatepwd': {
    summary: 'Change the own password',
    input: { pwd: STRING, repeatpwd: STRING },
    answer: NOTHING,
  },
  'GET /account/sessions': {
    summary: 'Own sessions and last sign-ins',
    answer: object({
      sessions: list({ id: INTEGER, issueTime: STRING, expireTime: STRING, ...PLACE, current: FLAG }),
      signIns: list({ time: STRING, result: INTEGER, message: STRING, ...PLACE }),
    }),
  },
  'POST /account/sessions/end': { summary: 'End one of the own sessions', input: { id: INTEGER }, answer: NOTHING },
  'POST /account/sessions/endall': { summary: 'Sign out everywhere', answer: object({ count: INTEGER }) },
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
  'GET /basics/codes': { summary: 'Code tables' },
  'GET /health': { summary: 'Whether the server can serve: 503 while the database does not answer', open: true },
  'GET /health/ready': { summary: 'The same as /health', open: true },
  'GET /health/live': { summary: 'Whether the process answers, with or without a database', open: true },
};

/** Describes the calls that every application has. */
export function addOwnPaths(paths: Paths): void {
  for (const [call, { summary, open, input, answer = OBJECT }] of Object.entries(CALLS)) {
    const [method, path] = call.split(' ') as ['GET' | 'POST', string];
    add(paths, method, path, {
      tags: ['session'],
      summary,
      ...(open && { security: [] }),
      ...(input && { requestBody: body({ ...object(input), required: Object.keys(input) }) }),
      responses: envelope(answer),
    });
  }
}
