import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import { defineCall, EMPTY, ID, object } from 'forecourt/calls';
import { defineCommand } from 'forecourt/server';
import { startTestApp, type TestApp } from './app.ts';

/** An envelope or a refusal, or an answer without an envelope. */
interface AnswerSchema {
  oneOf?: { properties?: { data?: object } }[];
}

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: AnswerSchema }> }>;
}

interface Document {
  openapi: string;
  servers: object[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

let test: TestApp;
let document: Document;
beforeAll(async () => {
  test = await startTestApp();
  document = JSON.parse((await (await test.as('admin')).get('/openapi.json')).text) as Document;
});
afterAll(() => test.close());

const operations = (): [string, string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => [path, method, one] as [string, string, typeof one]),
  );

describe('the OpenAPI document', () => {
  it('is for those who may see the menu table only', async () => {
    expect((await (await test.as('clerk')).get('/openapi.json')).http).toBe(403);
  });

  it('names every documented path of the resources and every command', () => {
    expect(document.openapi).toBe('3.1.0');
    for (const { api } of application.model.resources.values())
      for (const path of Object.values(api)) expect(document.paths).toHaveProperty([`/api${path}`]);
    for (const { path, method } of application.module.commands ?? [])
      expect(document.paths[`/api${path}`]).toHaveProperty(method.toLowerCase());
  });

  it('describes each parameter of each path once, and an answer to each call', () => {
    for (const [path, method, { parameters = [], responses }] of operations()) {
      const place = `${method} ${path}`;
      const named = parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(named).size, place).toBe(named.length);
      expect(
        parameters
          .filter((one) => one.in === 'path')
          .map(({ name }) => name)
          .sort(),
        place,
      ).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort());
      expect(Object.keys(responses).length, place).toBeGreaterThan(0);
    }
  });

  it('names every call once, says what it does and where it belongs, and types what it answers', () => {
    const ids = operations().map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set(document.tags.map(({ name }) => name));
    for (const [path, method, { operationId, summary, tags, responses }] of operations()) {
      const place = `${method} ${path}`;
      expect(operationId, place).toMatch(/^\p{Ll}[\p{L}\p{N}_]+$/u);
      expect(summary, place).toMatch(/\S/);
      expect(tags.length > 0 && tags.every((tag) => known.has(tag)), place).toBe(true);
      const [done] = Object.entries(responses).flatMap(([status, one]) => (/^2/.test(status) ? [one] : []));
      for (const { schema } of Object.values(done?.content ?? {})) {
        const data = schema.oneOf?.[0]?.properties?.data ?? schema;
        expect(
          ['type', '$ref', 'anyOf', 'enum'].some((keyword) => keyword in data),
          place,
        ).toBe(true);
      }
    }
    expect(document.servers).toHaveLength(1);
    expect(document.paths['/api/basics/file/upload']).toHaveProperty('post.requestBody');
  });

  it('has only references that lead somewhere', () => {
    for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect(
        reference!.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document),
        reference,
      ).toBeTypeOf('object');
  });

  it('holds only valid JSON Schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false });
    for (const [name, schema] of Object.entries(document.components.schemas))
      expect(ajv.validateSchema(schema), name).toBe(true);
    for (const [path, method, { parameters = [], requestBody }] of operations())
      for (const { schema } of [...parameters, ...Object.values(requestBody?.content ?? {})])
        expect(ajv.validateSchema(schema), `${method} ${path}`).toBe(true);
  });
});

describe('what is taken and what is answered', () => {
  interface Taken {
    required: string[];
    properties: Record<string, { type?: unknown; readOnly?: true; writeOnly?: true }>;
    additionalProperties: boolean;
  }
  const schema = (name: string): Taken => document.components.schemas[name] as Taken;

  it('are schemas of their own: none of what is answered only is taken, and no secret is answered', () => {
    for (const resource of application.model.resources.values()) {
      if (resource.entity.log) continue;
      const { name, entity } = resource;
      for (const way of ['create', 'change']) {
        const taken = Object.keys(schema(`${name}.${way}`).properties);
        const own = entity.fields.filter(({ name: one }) => !['id', 'updateTime'].includes(one));
        expect(
          own.filter((field) => field.readOnly && taken.includes(field.name)),
          `${name}.${way}`,
        ).toEqual([]);
        expect(schema(`${name}.${way}`).additionalProperties, name).toBe(false);
      }
      expect(schema(`${name}.change`).required, name).toEqual(['id']);
    }
    expect(schema('user.create').properties).toHaveProperty('password');
    expect(schema('user.create').required).toContain('username');
    expect(schema('user.answer').required).not.toContain('password');
    expect(schema('user.answer').properties).toHaveProperty('roleName');
  });

  it('say which values may be null', () => {
    expect(schema('brand.create').properties['name']!.type).toBe('string');
    expect(schema('order.answer').properties['remark']!.type).toBe('string');
    expect(schema('vehicle.create').properties['remark']!.type).toEqual(['string', 'null']);
  });
});

describe('an answer that is not as described', () => {
  const ask = defineCall({
    method: 'GET',
    path: '/test/planted',
    summary: 'A test',
    permission: 'public',
    input: EMPTY,
    answer: object({ id: ID }),
  });
  let planted: TestApp;
  beforeAll(async () => {
    const { module } = application;
    const hooks = { ...module.hooks, brand: { ...module.hooks?.brand, whole: () => Promise.resolve({ list: 7 }) } };
    planted = await startTestApp({
      application: { ...application, module: { ...module, hooks } },
      commands: [defineCommand(ask, { run: () => Promise.resolve({ id: 0, more: 1 }) })],
    });
  });
  afterAll(() => planted.close());

  it('of a command is noticed', async () => {
    await expect(planted.nobody.get('/test/planted')).rejects.toThrow('GET /api/test/planted answers /data');
  });

  it('of a generic call is noticed', async () => {
    const admin = await planted.as('admin');
    await expect(admin.get('/car/brand/list')).rejects.toThrow('GET /api/car/brand/list answers /data: must have');
    await expect(admin.get('/car/brand/list', { pageNo: 1 })).resolves.toMatchObject({ statusCode: 200 });
  });
});
