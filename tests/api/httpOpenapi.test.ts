import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import { startTestApp, type TestApp } from './app.ts';

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      { parameters?: { name: string; in: string; required: boolean; schema: object }[]; responses: object }
    >
  >;
  components: { schemas: Record<string, object> };
}

let test: TestApp;
let document: Document;
beforeAll(async () => {
  test = await startTestApp();
  document = JSON.parse((await (await test.as('admin')).get('/openapi.json')).text) as Document;
});
afterAll(() => test.close());

const operations = (): [string, string, Document['paths'][string][string]][] =>
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

  it('has only references that lead somewhere', () => {
    for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect(
        reference!.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document),
        reference,
      ).toBeTypeOf('object');
  });

  it('holds only valid JSON Schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const [name, schema] of Object.entries(document.components.schemas))
      expect(() => ajv.compile(schema), name).not.toThrow();
    for (const [path, method, { parameters = [] }] of operations())
      for (const { schema } of parameters) expect(ajv.validateSchema(schema), `${method} ${path}`).toBe(true);
  });
});
