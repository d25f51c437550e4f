import { defineCall, file, object, STRING, typed } from 'forecourt/calls';
import { defineCommand, Download, refuse, signFileUrl, type Actor } from 'forecourt/server';

const ECHO = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    name: { type: 'string', minLength: 1, maxLength: 5 },
    amount: { type: 'number', multipleOf: 0.01 },
    time: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    ids: { type: 'array', items: { type: 'integer' }, maxItems: 3 },
    flag: { type: 'boolean' },
    note: { type: ['string', 'null'] },
  },
} as const;

/** Another system, which is no user. */
const SYSTEM: Actor = {
  id: 0,
  username: '',
  name: 'Another system',
  roleId: 0,
  permissions: new Set(),
  scope: 'all',
  facts: {},
};

/** Commands of every shape that a test can send anything to. */
export const TEST_COMMANDS = [
  defineCommand(
    defineCall({
      method: 'GET',
      path: '/test/echo/{id}',
      summary: 'A test',
      permission: 'session',
      input: typed<Record<string, unknown>>(ECHO),
      answer: {},
    }),
    {
      run: async (input) => input,
    },
  ),
  defineCommand(
    defineCall({
      method: 'POST',
      path: '/test/echo',
      summary: 'A test',
      permission: ['order-list', 'brand'],
      input: typed<Record<string, unknown>>(ECHO),
      log: { module: 'test', action: 'echo', object: 'id' },
      success: 'msg.success.send',
      answer: {},
    }),
    {
      run: async (input) => input,
    },
  ),
  defineCommand(
    defineCall({
      method: 'POST',
      path: '/test/brand',
      summary: 'A test',
      permission: 'session',
      input: object({ name: STRING }),
      log: { module: 'test', action: 'brand' },
      answer: {},
    }),
    {
      async run({ name }, { write }) {
        const brand = await write.insert('brand', { name });
        if (name === 'Fails afterwards') throw new Error('after the insert');
        return { id: brand.id };
      },
    },
  ),
  defineCommand(
    defineCall({
      method: 'POST',
      path: '/test/import',
      summary: 'A test',
      permission: 'session',
      input: object({ file: { type: 'string', contentMediaType: 'text/csv' } }, { mode: STRING }),
      log: { module: 'test', action: 'import' },
      answer: {},
    }),
    {
      run: async ({ file }) => ({ lines: file.split('\n').length }),
    },
  ),
  defineCommand(
    defineCall({
      method: 'GET',
      path: '/test/template',
      summary: 'A test',
      permission: 'public',
      input: { type: 'object' },
      answer: file('text/csv'),
    }),
    {
      run: async () => new Download({ filename: '模板.csv', mimeType: 'text/csv; charset=utf-8', body: 'a,b\n' }),
    },
  ),
  defineCommand(
    defineCall({
      method: 'GET',
      path: '/test/sign',
      summary: 'A test',
      permission: 'public',
      input: { type: 'object' },
      answer: {},
    }),
    {
      run: async (_input, context) => ({ none: signFileUrl(context, ''), some: signFileUrl(context, '0'.repeat(32)) }),
    },
  ),
  defineCommand(
    defineCall({
      method: 'GET',
      path: '/test/limited',
      summary: 'A test',
      permission: 'public',
      perMinute: 3,
      input: { type: 'object' },
      answer: {},
    }),
    {
      run: async () => null,
    },
  ),
  defineCommand(
    defineCall({
      method: 'POST',
      path: '/test/apply',
      summary: 'A test',
      permission: 'public',
      input: { type: 'object' },
      log: { module: 'test', action: 'apply' },
      answer: {},
    }),
    {
      run: async () => null,
    },
  ),
  defineCommand(
    defineCall({
      method: 'POST',
      path: '/test/signed',
      summary: 'A test',
      permission: 'signed',
      input: object({ name: STRING, fails: { type: 'boolean' } }),
      log: { module: 'test', action: 'signed' },
      answer: {},
    }),
    {
      sender: () => Promise.resolve({ secret: 'known to two', actor: SYSTEM }),
      async run({ name, fails }, { attempt, actor, write }) {
        const done = await attempt(async () => {
          await write.insert('brand', { name });
          if (fails) throw refuse('msg.notFound');
          return null;
        });
        return { by: actor.name, refused: 'refusal' in done ? done.refusal.key : null };
      },
    },
  ),
  defineCommand(
    defineCall({
      method: 'POST',
      path: '/test/signed/{channel}',
      summary: 'A test',
      permission: 'signed',
      input: object({ channel: STRING }, { name: STRING }),
      log: { module: 'test', action: 'signedFor' },
      answer: {},
    }),
    {
      sender: () => Promise.resolve({ secret: 'known to two', actor: SYSTEM, takesOldSignature: true }),
      run: async ({ channel }) => ({ channel }),
    },
  ),
];
