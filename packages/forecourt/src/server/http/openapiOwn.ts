import { INTEGER, NOTHING, object, STRING } from '../../calls/index.ts';
import { OBJECT, objects, type OwnCalls } from './openapiCall.ts';
import {
  add,
  bare,
  body,
  envelope,
  formBody,
  parameter,
  PROOF,
  withEvents,
  type Json,
  type Paths,
} from './openapiParts.ts';
import { SIGN_IN_CALLS } from './openapiSignIn.ts';

const UNCHANGED: Json = { '304': { description: 'What the ETag in If-None-Match stands for is still so' } };

const FILE: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
};

const STORED_FILE = object({ name: STRING, url: STRING, size: INTEGER, mimeType: STRING });

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
const CALLS: OwnCalls = {
  ...SIGN_IN_CALLS,
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
      form,
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
      ...(input && { requestBody: form ? formBody(object(input, mayHave)) : body(object(input, mayHave)) }),
      ...(upload && { requestBody: FILE }),
      responses: {
        ...(stream ? withEvents(envelope(answer)) : plain ? bare(answer) : envelope(answer)),
        ...(proof && PROOF),
        ...(cached && UNCHANGED),
      },
    });
  }
}
