import { INTEGER, list, NOTHING, object, STRING } from '../../calls/index.ts';
import { add, bare, body, envelope, parameter, PROOF, withEvents, type Json, type Paths } from './openapiParts.ts';

interface Own {
  readonly summary: string;
  /** Answers without a session. */
  readonly open?: true;
  /** Properties of the body; all are required. */
  readonly input?: Readonly<Record<string, Json>>;
  /** Further ones, which are not. */
  readonly mayHave?: Readonly<Record<string, Json>>;
  /** Takes one file, as a form sends it. */
  readonly upload?: true;
  readonly query?: Readonly<Record<string, Json>>;
  /** Of the query, what may be left out. */
  readonly optional?: readonly string[];
  readonly answer: Json;
  /** Answers without the envelope. */
  readonly plain?: true;
  /** Also as server-sent events, until who asked goes away. */
  readonly stream?: true;
  /** About the session itself: no API key is enough. */
  readonly sessionOnly?: true;
  /** Needs a recent proof of the password. */
  readonly proof?: true;
  /** Carries an ETag, and answers who has it already with nothing. */
  readonly cached?: true;
}

const UNCHANGED: Json = { '304': { description: 'What the ETag in If-None-Match stands for is still so' } };

const FILE: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
};

const OBJECT = { type: 'object' };
const FLAG = { type: 'boolean' };
const objects = (properties: Readonly<Record<string, Json>>): Json => list(object(properties));

const STORED_FILE = object({ name: STRING, url: STRING, size: INTEGER, mimeType: STRING });
const SECRET = object({ secret: STRING, uri: STRING });
const CODES = object({ codes: list(STRING) });
const PLACE = { ip: STRING, userAgent: STRING };

const CHANGES = object({
  position: STRING,
  lost: { type: 'boolean', description: 'Changes are missing: everything may be another' },
  changes: objects({
    resource: STRING,
    ids: { type: ['array', 'null'], items: INTEGER, description: 'Without: many' },
  }),
});

const EDITORS = object({
  others: objects({ name: STRING, since: { ...STRING, description: 'Wall clock of the zone of the application' } }),
});

/** What the framework itself serves beside resources and commands, by method and path. */
const CALLS: Readonly<Record<string, Own>> = {
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
  'POST /admin/user/loginout': { sessionOnly: true, summary: 'Sign out', answer: NOTHING },
  'GET /admin/user/info': {
    summary: 'The signed-in user',
    answer: {
      ...object({
        id: INTEGER,
        username: STRING,
        name: STRING,
        suname: STRING,
        avatar: STRING,
        welcome: STRING,
        roles: objects({ id: INTEGER, name: STRING, code: STRING }),
        permission: objects({ path: STRING, name: STRING }),
        menu: OBJECT,
        dataScope: INTEGER,
        rights: STRING,
      }),
      additionalProperties: true,
      description: 'Beside these, where the user may look (the scope), and what the application knows of the user',
    },
  },
  'POST /basics/file/upload': {
    summary: 'Upload a file',
    upload: true,
    answer: STORED_FILE,
  },
  'POST /basics/file/uploads': {
    summary: 'Begin to upload a file in pieces, of so many bytes at most (largest), within a day',
    input: { fileName: STRING, mimeType: STRING, size: INTEGER },
    answer: object({ upload: STRING, largest: INTEGER }),
  },
  'POST /basics/file/uploads/{upload}/{offset}': {
    summary:
      'The piece that begins at an offset; answers where the next one begins, after the last one the file. Safe to repeat',
    upload: true,
    answer: object({ offset: INTEGER, file: { anyOf: [STORED_FILE, { type: 'null' }] } }),
  },
  'POST /basics/file/uploads/{upload}/cancel': { summary: 'Forget an upload in pieces', answer: NOTHING },
  'GET /basics/file/url': {
    summary: 'Short-lived addresses of files, by their names',
    query: { names: { type: 'array', items: STRING, maxItems: 100 } },
    answer: { type: 'object', additionalProperties: STRING },
  },
  'GET /live': {
    sessionOnly: true,
    summary:
      'Records that were changed since a position; to who accepts text/event-stream, also those that are from now on, as it happens',
    stream: true,
    query: { since: STRING },
    optional: ['since'],
    answer: CHANGES,
  },
  'GET /live/editing': {
    summary: 'Who else has a record open in a form',
    query: { resource: STRING, id: INTEGER },
    answer: EDITORS,
  },
  'POST /live/editing': {
    sessionOnly: true,
    summary: 'I have a record open in a form, for the next 60 seconds; answers who else has',
    input: { resource: STRING, id: INTEGER, tab: STRING },
    answer: EDITORS,
  },
  'POST /live/editing/end': {
    sessionOnly: true,
    summary: 'I have closed the form of a record',
    input: { resource: STRING, id: INTEGER, tab: STRING },
    answer: NOTHING,
  },
  'GET /openapi.json': { summary: 'This description', plain: true, answer: OBJECT },
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
  'GET /basics/codes': {
    summary: 'Code tables',
    cached: true,
    answer: {
      type: 'object',
      additionalProperties: objects({ code: { type: ['string', 'integer'] }, label: STRING }),
    },
  },
  'GET /health': {
    summary: 'Whether the server can serve: 503 while the database does not answer',
    open: true,
    answer: object({ database: STRING }),
  },
  'GET /health/ready': { summary: 'The same as /health', open: true, answer: object({ database: STRING }) },
  'GET /health/live': {
    summary: 'Whether the process answers, with or without a database',
    open: true,
    answer: object({ process: STRING }),
  },
};

/** Describes the calls that every application has. */
export function addOwnPaths(paths: Paths): void {
  for (const [call, own] of Object.entries(CALLS)) {
    const {
      summary,
      open,
      input,
      mayHave,
      upload,
      query = {},
      optional = [],
      answer,
      plain,
      stream,
      sessionOnly,
      proof,
      cached,
    } = own;
    const [method, path] = call.split(' ') as ['GET' | 'POST', string];
    add(paths, method, path, {
      tags: ['session'],
      summary,
      ...(open && { security: [] }),
      ...(sessionOnly && { security: [{ session: [] }] }),
      parameters: Object.entries(query).map(([name, schema]) =>
        parameter(name, 'query', schema, !optional.includes(name)),
      ),
      ...(input && { requestBody: body(object(input, mayHave)) }),
      ...(upload && { requestBody: FILE }),
      responses: {
        ...(stream ? withEvents(envelope(answer)) : plain ? bare(answer) : envelope(answer)),
        ...(proof && PROOF),
        ...(cached && UNCHANGED),
      },
    });
  }
}
