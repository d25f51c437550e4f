import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import { anyText } from '../anyText.ts';
import { startTestApp, type Client, type TestApp } from './app.ts';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Call {
  readonly method: Method;
  readonly path: string;
  /** Names that the call understands. */
  readonly names: readonly string[];
}

/** Every call of the product with the names of its fields and filters. Signing out and locking would end the test, not test it. */
function allCalls(): Call[] {
  const generic = [...application.model.resources.values()].flatMap((resource): Call[] => {
    const fields = resource.entity.fields.map(({ name }) => name);
    const filters = resource.list.filters.flatMap(({ name }) => [name, `${name}Start`, `${name}End`]);
    const query = [...filters, 'pageNo', 'pageSize', 'sortField', 'sortOrder', 'id', 'ids', 'keyword', 'fields'];
    if (resource.dialect === 'simple-rest') {
      const path = `/resources/${resource.name}`;
      return [
        { method: 'GET', path, names: ['range', 'sort', 'filter', 'fields'] },
        { method: 'GET', path: `${path}/{id}`, names: [] },
        { method: 'POST', path, names: fields },
        { method: 'PUT', path: `${path}/{id}`, names: fields },
        { method: 'DELETE', path: `${path}/{id}`, names: [] },
      ];
    }
    return Object.entries(resource.api).map(([verb, path]): Call => {
      if (verb === 'save') return { method: 'POST', path: path!, names: fields };
      if (verb === 'deleteMany') return { method: 'POST', path: path!, names: ['ids'] };
      return { method: verb === 'delete' ? 'DELETE' : 'GET', path: path!, names: query };
    });
  });
  const commands = (application.module.commands ?? []).map(({ method, path, input }): Call => ({
    method,
    path,
    names: Object.keys((input['properties'] as object | undefined) ?? {}),
  }));
  const own: Call[] = [
    { method: 'POST', path: '/admin/user/login', names: ['username', 'password'] },
    { method: 'POST', path: '/admin/user/updatepwd', names: ['pwd', 'repeatpwd', 'oldpwd'] },
    { method: 'GET', path: '/basics/file/url', names: ['names'] },
    { method: 'POST', path: '/basics/file/upload', names: ['file'] },
  ];
  return [...generic, ...commands, ...own];
}

/** Can stand in a body, not in an address. */
const LONE_SURROGATE = '\ud800';

const NASTY: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -0,
  -1,
  1,
  1.5,
  0.1 + 0.2,
  1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  '1',
  '1e3',
  '-1',
  '99999999999999999999',
  'NaN',
  'null',
  "'",
  '"',
  '\\',
  '%',
  '_',
  LONE_SURROGATE,
  '🚗',
  '٣',
  'a'.repeat(10_000),
  '2026-02-30',
  '2026-02-28',
  '2026-02-28 25:00:00',
  '2026-02-28 10:00:00',
  '0000-00-00',
  '99999-01-01',
  '24:00',
  "'; drop table brand; --",
  '${x}',
  '../..',
  '__proto__',
  'constructor',
  [],
  [[]],
  [null],
  [1, 1],
  ['x'],
  {},
  { id: 1 },
  { a: { b: [] } },
  '{"a":',
  '[0,9]',
  '["id","ASC"]',
  '{"id":[1]}',
  '1,2,,x',
  'ascend',
  'Asia/Bangkok',
];

const value = fc.oneof(fc.constantFrom(...NASTY), fc.jsonValue({ maxDepth: 3 }), anyText(50));
const text = fc.oneof(fc.constantFrom(...NASTY.filter((one) => one !== LONE_SURROGATE).map(String)), anyText(50));

const nameOf = (call: Call): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...call.names, 'id') },
    { weight: 1, arbitrary: fc.string({ maxLength: 10 }) },
  );

const request = (call: Call): fc.Arbitrary<InjectOptions> =>
  fc
    .record({
      id: text,
      query: fc.dictionary(nameOf(call), text, { maxKeys: 4 }),
      body: fc.oneof(
        { weight: 8, arbitrary: fc.dictionary(nameOf(call), value, { maxKeys: 8 }) },
        { weight: 1, arbitrary: value },
      ),
      key: fc.option(fc.string({ maxLength: 5 }), { nil: undefined }),
    })
    .map(({ id, query, body, key }) => ({
      method: call.method,
      url: `/api${call.path.replace(/\{\w+\}/g, () => encodeURIComponent(id))}`,
      query,
      ...(call.method === 'POST' || call.method === 'PUT' ? { payload: JSON.stringify(body) } : {}),
      headers: {
        ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': encodeURIComponent(key) }),
      },
    }));

describe('no input of any shape', () => {
  it.each(allCalls().map((call) => [`${call.method} ${call.path}`, call] as const))(
    'makes %s fail',
    async (_name, call) => {
      await fc.assert(
        fc.asyncProperty(request(call), async (options) => {
          const answer = await admin.inject(options);
          expect(answer.http, answer.text.slice(0, 300)).toBeLessThan(500);
          if (answer.http >= 400)
            expect(answer).toMatchObject({ statusCode: expect.any(Number), message: expect.stringMatching(/./) });
        }),
        { numRuns: Number(process.env['FUZZ_RUNS'] ?? 10) },
      );
    },
  );
});
