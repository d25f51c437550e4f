import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import locale from '../../locale.json' with { type: 'json' };
import type { EntitySchema } from 'forecourt/model';
import { defineApplication } from 'forecourt/server';
import { startTestApp, type Answer, type Client, type TestApp } from './app.ts';

const text = { type: 'string', maxLength: 40 } as const;
const schemas: Record<string, EntitySchema> = {
  party: {
    type: 'object',
    properties: { label: text },
    dependentRequired: { phone: ['label'] },
    oneOf: [
      {
        properties: { kind: { const: 'person' }, born: { type: 'string', format: 'date' }, phone: text },
        required: ['born'],
      },
      { properties: { kind: { const: 'company' }, taxNo: text }, required: ['taxNo'] },
    ],
  },
  shop: { type: 'object', properties: { label: text }, 'x-delete': 'soft' },
  paper: {
    type: 'object',
    properties: {
      lines: {
        type: 'array',
        items: {
          type: 'object',
          required: ['label'],
          additionalProperties: false,
          properties: {
            label: text,
            price: { type: 'number', minimum: 0, 'x-widget': 'money' },
            from: { type: 'string', format: 'date' },
            to: { type: 'string', format: 'date', 'x-after': 'from' },
            shopId: { type: 'integer', 'x-ref': { resource: 'shop' } },
            shade: { type: 'string', enum: ['light', 'dark'] },
          },
        },
      },
    },
  },
};

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp({
    application: defineApplication({
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`schemas/${name}.json`, schema])),
      locale,
      texts: { 'zh-CN': {}, 'en-US': {}, 'th-TH': {} },
    }),
  });
  admin = await app.signIn('admin');
});
afterAll(() => app?.close());

const post = (entity: string, body: object): Promise<Answer> => admin.post(`/resources/${entity}`, body);
const put = (entity: string, id: number, payload: object): Promise<Answer> =>
  admin.inject({ method: 'PUT', url: `/api/resources/${entity}/${id}`, payload });
const created = async (entity: string, body: object): Promise<Record<string, unknown> & { id: number }> => {
  const answer = await post(entity, body);
  expect(answer.http, answer.text).toBe(201);
  return JSON.parse(answer.text) as Record<string, unknown> & { id: number };
};

describe('variants (oneOf) and dependentRequired', () => {
  test.each([
    [{}, ['kind']],
    [{ kind: 'person' }, ['born']],
    [{ kind: 'company' }, ['taxNo']],
    [{ kind: 'club' }, ['kind']],
    [{ kind: 'person', born: '2000-01-01', phone: '1' }, ['label']],
  ])('the server refuses %j at %j', async (values, fields) => {
    expect(Object.keys((await post('party', values)).errors)).toEqual(fields);
  });

  test('values of another variant are dropped, also when a record changes its variant', async () => {
    const company = await created('party', { kind: 'company', taxNo: '7', born: '2000-01-01' });
    expect(company).toMatchObject({ kind: 'company', taxNo: '7', born: '' });
    const changed = await put('party', company.id, { kind: 'person', born: '2000-01-01' });
    expect(JSON.parse(changed.text)).toMatchObject({ kind: 'person', taxNo: '', born: '2000-01-01' });
  });

  test('the description of the API says the same as the server', async () => {
    const { components } = JSON.parse((await admin.get('/openapi.json')).text) as {
      components: { schemas: Record<string, object> };
    };
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      components.schemas['party.create']!,
    );
    for (const [record, fits] of [
      [{ kind: 'person', born: '2000-01-01' }, true],
      [{ kind: 'person' }, false],
      [{ kind: 'company' }, false],
      [{ kind: 'company', taxNo: '7' }, true],
      [{ kind: 'person', born: '2000-01-01', phone: '1' }, false],
      [{ taxNo: '7' }, false],
    ] as const)
      expect(validate(record), JSON.stringify(record)).toBe(fits);
  });
});

describe('inside a document', () => {
  test('every refusal names its path', async () => {
    const shop = await created('shop', { label: 'S' });
    const answer = await post('paper', {
      lines: [
        { label: 'ok', price: 1, from: '2026-01-01', to: '2026-01-01', shopId: shop.id, shade: 'dark' },
        { price: -1, shade: 'pale' },
        { label: 'x', price: 0.001, colour: 'red' },
      ],
    });
    expect(Object.keys(answer.errors).sort()).toEqual([
      'lines.1.label',
      'lines.1.price',
      'lines.1.shade',
      'lines.2.colour',
      'lines.2.price',
    ]);
    expect(answer.errors['lines.2.price']).toMatch(/amount/i);
  });

  test('x-after and x-ref are checked there too', async () => {
    const late = await post('paper', { lines: [{ label: 'a' }, { label: 'b', from: '2026-02-01', to: '2026-01-01' }] });
    expect(late.errors).toEqual({ 'lines.1.to': expect.stringContaining('From') as unknown });
    const lost = await post('paper', {
      lines: [
        { label: 'a', shopId: 4711 },
        { label: 'b', shopId: 4712 },
      ],
    });
    expect(Object.keys(lost.errors)).toEqual(['lines.0.shopId', 'lines.1.shopId']);
  });

  test('a reference that has gone since does not keep an unchanged document from being saved', async () => {
    const shop = await created('shop', { label: 'S' });
    const lines = [{ label: 'a', shopId: shop.id }];
    const paper = await created('paper', { lines });
    await admin.delete(`/resources/shop/${shop.id}`);
    expect((await put('paper', paper.id, { lines })).http).toBe(200);
    const changed = await put('paper', paper.id, { lines: [{ label: 'b', shopId: shop.id }] });
    expect(Object.keys(changed.errors)).toEqual(['lines.0.shopId']);
  });
});
