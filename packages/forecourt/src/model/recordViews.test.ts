import { describe, expect, it } from 'vitest';
import { compileModel, type ModelError, type EntitySchema } from './index.ts';

const text = { type: 'string', maxLength: 40 } as const;
const book: EntitySchema = {
  type: 'object',
  properties: {
    name: text,
    state: { type: 'integer', 'x-codes': 'state' },
    label: { 'x-template': '{name}' },
  },
};
const view = (change: Partial<EntitySchema> = {}, properties: EntitySchema['properties'] = {}): EntitySchema => ({
  type: 'object',
  'x-view': { of: 'book', where: { state: [1] }, as: 'bookId' },
  properties: { bookId: { type: 'integer', 'x-ref': { resource: 'book' } }, name: text, ...properties },
  ...change,
});
const compile = (overdue: EntitySchema, others: Record<string, EntitySchema> = {}) =>
  compileModel({
    schemas: { book, overdue, ...others },
    resources: [],
    codes: { state: [{ code: 1 }, { code: 2 }] },
  });
const problemsOf = (overdue: EntitySchema, others: Record<string, EntitySchema> = {}): string[] => {
  try {
    compile(overdue, others);
    return [];
  } catch (error) {
    return (error as ModelError).problems.map(({ file, pointer, message }) => `${file}#${pointer}: ${message}`);
  }
};

describe('x-view', () => {
  it('shows rows of another entity, computed values and what is only asked for; nothing saves it', () => {
    const model = compile(
      view({}, { days: { type: 'integer', 'x-compute': 'days' }, why: { ...text, writeOnly: true } }),
    );
    expect(model.entities.get('overdue')).toMatchObject({ log: true, view: { of: 'book' } });
  });

  it.each<[string, EntitySchema, string]>([
    ['of nothing', view({ 'x-view': { of: 'bok' } }), '/x-view/of: there is no schema "bok"; did you mean "book"?'],
    [
      'of rows by nothing',
      view({ 'x-view': { of: 'book', where: { stat: [1] } } }),
      '/x-view/where/stat: book has no property "stat"; did you mean "state"?',
    ],
    ['of rows by no code', view({ 'x-view': { of: 'book', where: { state: [7] } } }), '/x-view/where/state/0'],
    [
      'whose record is no relation',
      view({ 'x-view': { of: 'book', as: 'name' } }),
      '/x-view/as: "name" must be a property that is a relation to "book"',
    ],
    ['of what nobody stores', view({}, { nam: text }), '/properties/nam: book stores no "nam"; did you mean "name"?'],
    ['of what is computed there', view({}, { label: text }), '/properties/label: book stores no "label"'],
    ['of another kind', view({}, { state: text }), '/properties/state: "state" of book is of another kind (code)'],
    [
      'with rows of its own',
      view({ 'x-history': true }),
      '/x-history: a view has no rows of its own: x-history belongs to "book"',
    ],
  ])('%s is refused', (_what, schema, message) => {
    expect(problemsOf(schema).join('\n')).toContain(`schemas/overdue.json#${message}`);
  });

  it('is pointed at by nothing, and is no view of a view', () => {
    const loan: EntitySchema = {
      type: 'object',
      properties: { of: { type: 'integer', 'x-ref': { resource: 'overdue' } } },
    };
    expect(problemsOf(view(), { loan })[0]).toContain(
      'schemas/loan.json#/properties/of/x-ref/resource: "overdue" is a view',
    );
    const again: EntitySchema = { type: 'object', 'x-view': { of: 'overdue' }, properties: { name: text } };
    expect(problemsOf(view(), { again })[0]).toContain('schemas/again.json#/x-view/of: "overdue" is a view itself');
  });
});
