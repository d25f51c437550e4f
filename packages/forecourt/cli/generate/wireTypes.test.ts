import { expect, it } from 'vitest';
import { compileModel, type EntitySchema } from '../../src/model/index.ts';
import { columnsOf } from '../../src/server/data/tables/columns.ts';
import { tableType } from './tableTypes.ts';
import { wireType } from './wireTypes.ts';

const schema: EntitySchema = {
  type: 'object',
  required: ['order_no'],
  properties: { order_no: { type: 'string' }, 客户: { type: 'string' }, 'e-mail': { type: 'string' } },
};

it.each([
  ['filmCopy', 'FilmCopy'],
  ['film_copy', 'FilmCopy'],
  ['film-copy', 'FilmCopy'],
  ['订单', '订单'],
])('the types of "%s" are called %s, whatever its script and spelling', async (name, type) => {
  const model = compileModel({ schemas: { [name]: schema }, resources: [], codes: {} });
  const entity = model.entities.get(name)!;
  expect(await wireType(model, entity)).toMatch(new RegExp(`^export interface ${type} \\{`));
  expect(await wireType(model, entity)).toMatch(/order_no: string;\n {2}客户: string;\n {2}'e-mail': string;/);
  expect(tableType(model, entity)).toContain(`export interface ${type}Table {`);
  expect(tableType(model, entity)).toContain('  "e-mail": string | null;');
});

it('a list of child records is in the type of its parent, as the record may have it', async () => {
  const lines: EntitySchema = {
    type: 'object',
    properties: { lines: { type: 'array', 'x-many': { resource: 'order-line', field: 'orderId' } } },
  };
  const line: EntitySchema = {
    type: 'object',
    properties: { orderId: { type: 'integer', 'x-ref': { resource: 'order' } } },
  };
  const model = compileModel({ schemas: { order: lines, 'order-line': line }, resources: [], codes: {} });
  expect(await wireType(model, model.entities.get('order')!)).toContain('lines?: OrderLine[];');
});

it('a whole number of 64 bits is a number or the text of one, in both types', async () => {
  const meter: EntitySchema = {
    type: 'object',
    required: ['count'],
    properties: { count: { type: 'integer', format: 'int64' }, last: { type: 'integer', format: 'int64' } },
  };
  const model = compileModel({ schemas: { meter }, resources: [], codes: {} });
  const entity = model.entities.get('meter')!;
  const type = await wireType(model, entity);
  expect(type).toMatch(/count: number \| string;/);
  expect(type).toMatch(/last: \(?number \| string\)? \| null;/);
  expect(tableType(model, entity)).toContain('  count: number | string;\n  last: number | string | null;');
});

it('a value that a save can clear may be null, whatever its default; one that is required is always there, also a computed one', async () => {
  const schema: EntitySchema = {
    type: 'object',
    required: ['floor', 'beds', 'area'],
    properties: {
      floor: { type: 'integer', default: 1 },
      seats: { type: 'integer', default: 2 },
      beds: { type: 'integer', default: 2, 'x-show': { properties: { floor: { const: 1 } } } },
      area: { type: 'number', 'x-compute': 'area' },
      rent: { type: 'number', 'x-compute': 'rent' },
    },
  };
  const model = compileModel({ schemas: { room: schema }, resources: [], codes: {} });
  const entity = model.entities.get('room')!;
  const text = await wireType(model, entity);
  const columns = new Map(columnsOf(entity, {}).map(({ name, notNull }) => [name, notNull]));
  for (const [name, type, always] of [
    ['floor', 'number', true],
    ['seats', 'number | null', false],
    ['beds', 'number | null', false],
  ] as const) {
    expect(text).toContain(`  ${name}: ${type};`);
    expect(tableType(model, entity)).toContain(`  ${name}: Generated<${type}>;`);
    expect(columns.get(name)).toBe(always);
  }
  expect(text).toContain('  area: number;');
  expect(text).toContain('  rent: number | null;');
});

it('a coded word that need not be there may be the empty text, however its type is written; a number may be null', async () => {
  const schema: EntitySchema = {
    type: 'object',
    properties: {
      size: { type: ['string', 'null'], enum: ['small', 'large', null] },
      colour: { enum: ['red', 'blue'] },
      floor: { type: 'integer', enum: [1, 2] },
    },
  };
  const model = compileModel({ schemas: { room: schema }, resources: [], codes: {} });
  const text = await wireType(model, model.entities.get('room')!);
  expect(text).toContain("size: 'small' | 'large' | '';");
  expect(text).toContain("colour: 'red' | 'blue' | '';");
  expect(text).toContain('floor: 1 | 2 | null;');
});
