import { describe, expect, it } from 'vitest';
import { compileModel, holds, ModelError, type Entity, type EntitySchema } from './index.ts';

const text = { type: 'string' } as const;
const compile = (schema: object): Entity =>
  compileModel({
    schemas: { thing: { type: 'object', properties: {}, ...schema } as EntitySchema },
    resources: [],
    codes: {},
  }).entities.get('thing')!;
const problemsOf = (schema: object): string[] => {
  try {
    compile(schema);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return error.problems.map(({ pointer, message }) => `${pointer}: ${message}`);
  }
  return [];
};
/** Names shown and names required for a record. */
const stateOf = (entity: Entity, record: object): { shown: string[]; required: string[] } => {
  const own = entity.fields.filter((field) => !field.builtIn);
  const shown = own.filter((field) => holds(field.show, record));
  return {
    shown: shown.map(({ name }) => name),
    required: shown
      .filter((field) => field.required || (field.require && holds(field.require, record)))
      .map(({ name }) => name),
  };
};

describe('conditional keywords', () => {
  it('oneOf: the properties of a variant are shown and required for its value only', () => {
    const entity = compile({
      properties: { label: text },
      oneOf: [
        { properties: { kind: { const: 'person' }, born: { type: 'string', format: 'date' } }, required: ['born'] },
        { properties: { kind: { const: 'company' }, taxNo: text, seat: text }, required: ['taxNo'] },
        { properties: { kind: { enum: ['club', 'school'] }, seat: text } },
      ],
    });
    expect(entity.byName.get('kind')).toMatchObject({
      kind: 'code',
      required: true,
      schema: { enum: ['person', 'company', 'club', 'school'] },
    });
    expect(stateOf(entity, {})).toEqual({ shown: ['label', 'kind'], required: ['kind'] });
    expect(stateOf(entity, { kind: 'person' })).toEqual({
      shown: ['label', 'kind', 'born'],
      required: ['kind', 'born'],
    });
    expect(stateOf(entity, { kind: 'company' })).toEqual({
      shown: ['label', 'kind', 'taxNo', 'seat'],
      required: ['kind', 'taxNo'],
    });
    expect(stateOf(entity, { kind: 'school' })).toEqual({ shown: ['label', 'kind', 'seat'], required: ['kind'] });
  });

  it('if/then/else, inside allOf and each other, and a property forbidden with false', () => {
    const entity = compile({
      properties: { paid: { type: 'boolean' }, sum: { type: 'number' }, note: text },
      allOf: [
        {
          if: { properties: { paid: { const: true } } },
          then: {
            required: ['sum'],
            if: { properties: { sum: { minimum: 100 } } },
            then: { properties: { receipt: text }, required: ['receipt'] },
          },
          else: { properties: { note: false, reason: text } },
        },
      ],
    });
    expect(stateOf(entity, { paid: true })).toEqual({
      shown: ['paid', 'sum', 'note', 'receipt'],
      required: ['sum', 'receipt'],
    });
    expect(stateOf(entity, { paid: true, sum: 5 })).toEqual({ shown: ['paid', 'sum', 'note'], required: ['sum'] });
    expect(stateOf(entity, { paid: false })).toEqual({ shown: ['paid', 'sum', 'reason'], required: [] });
  });

  it('dependentRequired beside x-require: either requires', () => {
    const entity = compile({
      properties: {
        card: text,
        owner: { ...text, 'x-require': { properties: { card2: { const: 'x' } } } },
        card2: text,
      },
      dependentRequired: { card: ['owner'] },
    });
    expect(stateOf(entity, { card: '1' }).required).toEqual(['owner']);
    expect(stateOf(entity, { card2: 'x' }).required).toEqual(['owner']);
    expect(stateOf(entity, {}).required).toEqual([]);
  });

  it.each([
    [
      'variants that nothing tells apart',
      { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      '/oneOf: the variants are not told apart',
    ],
    [
      'variants that share a value',
      { oneOf: [{ properties: { kind: { const: 1 } } }, { properties: { kind: { enum: [1, 2] } } }] },
      '/oneOf: the variants are not told apart',
    ],
    [
      'one name with two shapes',
      {
        oneOf: [
          { properties: { kind: { const: 1 }, size: text } },
          { properties: { kind: { const: 2 }, size: { type: 'integer' } } },
        ],
      },
      '/oneOf/1/properties/size: "size" has another shape in another variant',
    ],
    [
      'a limit that holds sometimes',
      {
        properties: { a: text, b: text },
        if: { required: ['a'] },
        then: { properties: { b: { type: 'string', maxLength: 3 } } },
      },
      '/then/properties/b: "b" already stands in the properties of the schema, and limits cannot hold for some records only',
    ],
    ['a then without if', { then: { required: ['a'] } }, '/then: "then" needs an "if" beside it'],
    [
      'an if that no condition can say',
      { if: { properties: { a: { format: 'date' } } }, then: {} },
      '/if/properties/a/format: "format" cannot be used in a condition',
    ],
    [
      'a name that is no property',
      { dependentRequired: { a: ['b'] } },
      ': "b" is required or forbidden under a condition, but is no property',
    ],
    [
      'anyOf',
      { anyOf: [{ required: ['a'] }] },
      '/anyOf: "anyOf" is not understood here; say it on the schema of the entity: "oneOf"',
    ],
    [
      'a condition inside a document',
      { properties: { doc: { type: 'object', properties: {}, if: {}, then: {} } } },
      '/properties/doc/if: "if" is not understood here; say it on the schema of the entity',
    ],
    [
      'a condition on a part of a document',
      {
        properties: {
          doc: { type: 'object', properties: { part: { type: 'string', 'x-show': { required: ['a'] } } } },
        },
      },
      '/properties/doc/properties/part/x-show: "x-show" is not understood inside a document',
    ],
    [
      'a condition on a part of the items of a list',
      {
        properties: {
          doc: {
            type: 'array',
            items: { type: 'object', properties: { part: { type: 'string', 'x-require': { required: ['a'] } } } },
          },
        },
      },
      '/properties/doc/items/properties/part/x-require: "x-require" is not understood inside a document',
    ],
    [
      'a mistake inside a branch',
      { oneOf: [{ properties: { kind: { const: 1 }, b: { type: 'sting' } } }] },
      '/oneOf/0/properties/b/type',
    ],
  ])('refuses %s', (_what, schema, message) => {
    expect(problemsOf(schema).join('\n')).toContain(message);
  });
});
