import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { compileModel } from '../../model/index.ts';
import { recordSchema } from '../data/index.ts';
import { propertyOf } from './openapiRecords.ts';

const model = compileModel({
  schemas: {
    meter: {
      type: 'object',
      required: ['count'],
      properties: { count: { type: 'integer', format: 'int64', minimum: 0, description: 'Turns' } },
    },
  },
  resources: [],
  codes: {},
});
const meter = model.entities.get('meter')!;
const accepts = (schema: unknown, value: unknown): boolean =>
  new Ajv2020({ strict: false }).validate(schema as object, value);

it('describes a whole number of 64 bits as a number or its digits', () => {
  const input = propertyOf(meter.byName.get('count')!);
  expect(input).toMatchObject({ description: 'Turns', oneOf: [{ type: 'integer', minimum: 0 }, { type: 'string' }] });
  const answer = recordSchema(model, meter).properties['count'];
  for (const value of [5, 9_007_199_254_740_991, '9223372036854775807'])
    expect([value, accepts(input, value), accepts(answer, value)]).toEqual([value, true, true]);
  for (const value of [2 ** 53, 1.5, 'twelve', true]) expect([value, accepts(input, value)]).toEqual([value, false]);
  // What is answered has one form.
  expect([accepts(input, '5'), accepts(answer, '5')]).toEqual([true, false]);
});
