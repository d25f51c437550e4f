import { expect, it } from 'vitest';
import { compileModel, ModelError, type EntitySchema, type ResourceDeclaration } from './index.ts';

const garage: EntitySchema = {
  type: 'object',
  properties: { name: { type: 'string' }, kind: { type: 'integer', 'x-codes': 'garageKind' } },
};
const bike = (where: Record<string, (string | number)[]>): EntitySchema => ({
  type: 'object',
  properties: {
    ownerId: { type: 'integer', 'x-ref': { resource: 'garage', where } },
    papers: {
      type: 'object',
      properties: { issuerId: { type: 'integer', 'x-ref': { resource: 'garage', where } } },
    },
  },
});
const codes = { garageKind: [{ code: 1 }, { code: 2 }] };
const places = ['/properties/ownerId', '/properties/papers/properties/issuerId'];

function problemsOf(schema: EntitySchema, resources: ResourceDeclaration<never>[] = []): string[] {
  try {
    compileModel({ schemas: { garage, bike: schema }, resources, codes });
  } catch (error) {
    if (error instanceof ModelError) return error.problems.map(({ pointer, message }) => `${pointer}: ${message}`);
    throw error;
  }
  return [];
}

const garages = (filters: readonly string[], where = {}) =>
  ({
    schema: 'garage',
    api: { list: '/garage/list', options: '/garage/options' },
    options: { fields: ['name'], filters, where },
  }) as ResourceDeclaration<never>;

it('a relation may ask for records by their codes, in documents too', () => {
  expect(problemsOf(bike({ kind: [1] }))).toEqual([]);
  expect(problemsOf(bike({ kind: [1] }), [garages(['kind'])])).toEqual([]);
  expect(problemsOf(bike({ kind: [1] }), [garages([], { kind: [1] })])).toEqual([]);
});

it.each([
  [{ kinds: [1] }, '/kinds: garage has no property "kinds"; did you mean "kind"?'],
  [{ kind: [3] }, '/kind: 3 is no value of "kind" of garage'],
  [{ name: ['A'] }, '/name: "name" of garage is no code; only codes can be asked for'],
])('%j is a mistake at its place', (where, message) => {
  expect(problemsOf(bike(where))).toEqual(places.map((place) => `${place}/x-ref/where${message}`));
});

it('choices that cannot be asked for in that way are a mistake: the form would offer what is refused', () => {
  const message =
    '/kind: the choices of garage cannot be asked for by "kind"; add it to options.filters in resources/garage.ts';
  expect(problemsOf(bike({ kind: [1] }), [garages([])])).toEqual(
    places.map((place) => `${place}/x-ref/where${message}`),
  );
});

it('what narrows the choices is a relation of the record, and a filter of the choices', () => {
  const by = (by: Record<string, string>): EntitySchema => ({
    type: 'object',
    properties: {
      tyreId: { type: 'integer', 'x-ref': { resource: 'garage' } },
      note: { type: 'string' },
      ownerId: { type: 'integer', 'x-ref': { resource: 'garage', by } },
    },
  });
  expect(problemsOf(by({ kind: 'tyreId' }), [garages(['kind'])])).toEqual([]);
  expect(problemsOf(by({ kind: 'tyreId' }), [garages([])])).toEqual([
    expect.stringMatching(
      /^\/properties\/ownerId\/x-ref\/by\/kind: the choices of garage cannot be asked for by "kind"/,
    ),
  ]);
  for (const name of ['note', 'tyre'])
    expect(problemsOf(by({ kind: name }), [garages(['kind'])])).toEqual([
      expect.stringContaining(`/properties/ownerId/x-ref/by/kind: "${name}" is no relation of this record`),
    ]);
});
