import { describe, expect, it } from 'vitest';
import { compileModel, ModelError, offeredKeys, rowKeys, rowReads, type EntitySchema } from './index.ts';

const user: EntitySchema = { type: 'object', properties: { name: { type: 'string' } } };
const doctor: EntitySchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    userId: { type: 'integer', 'x-ref': { resource: 'user' } },
    helperIds: { type: 'array', items: { type: 'integer' }, 'x-ref': { resource: 'user' } },
  },
};
const own = { own: { where: { properties: { 'doctorId.userId': { const: '$user' } } }, except: 'seeAll' } };

const visit = (rows: object): Record<string, EntitySchema> => ({
  user,
  doctor,
  visit: {
    type: 'object',
    'x-rows': rows as EntitySchema['x-rows'],
    properties: {
      doctorId: { type: 'integer', 'x-ref': { resource: 'doctor' } },
      status: { type: 'string', enum: ['open', 'done'] },
      day: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      open: { type: 'boolean' },
      note: { type: 'object', properties: {} },
      pin: { type: 'string', 'x-widget': 'secret', writeOnly: true, 'x-sensitive': true, 'x-bound-to': [] },
    },
  },
  line: {
    type: 'object',
    properties: { visitId: { type: 'integer', 'x-ref': { resource: 'visit' } } },
    'x-rows': { visit: { like: 'visitId' } },
  },
});
const compile = (schemas: Record<string, EntitySchema>) => compileModel({ schemas, resources: [], codes: {} });

function problemsOf(schemas: Record<string, EntitySchema>): string[] {
  try {
    compile(schemas);
  } catch (error) {
    if (error instanceof ModelError)
      return error.problems.map(({ file, pointer, message }) => `${file}#${pointer}: ${message}`);
    throw error;
  }
  return [];
}
const ofRule = (rule: object): string[] => problemsOf(visit({ own: rule }));
const ofTest = (name: string, test: unknown): string[] => ofRule({ where: { properties: { [name]: test } } });

describe('rules about rows', () => {
  it('are read with their relations, and offer the right that lifts them', () => {
    const { entities, resources } = compile(visit(own));
    const [rule] = entities.get('visit')!.rows;
    expect(rule).toMatchObject({ name: 'own', except: 'seeAll' });
    expect([rowReads(rule!), rowKeys(rule!)]).toEqual([['doctorId'], ['doctorId']]);
    expect(offeredKeys(resources.get('visit')!)).toContainEqual({ word: 'seeAll', key: 'visit-seeAll' });
    expect(entities.get('line')!.rows).toEqual([
      { name: 'visit', like: { path: { steps: [], last: 'visitId' }, target: 'visit' } },
    ]);
  });

  it('of what a view shows hold for the view', () => {
    const view: EntitySchema = {
      type: 'object',
      'x-view': { of: 'visit' },
      properties: { status: { type: 'string', enum: ['open', 'done'] } },
    };
    expect(compile({ ...visit(own), shown: view }).entities.get('shown')!.rows).toEqual([
      { name: 'visit', like: { path: { steps: [], last: 'id' }, target: 'visit' } },
    ]);
    expect(problemsOf({ ...visit(own), shown: { ...view, 'x-rows': own } })).toEqual([
      'schemas/shown.json#/x-rows: a view has no rows of its own: x-rows belongs to "visit"',
    ]);
  });

  it.each([
    [ofTest('doctr', { const: 1 }), '/doctr: "doctr": visit has no property "doctr"; did you mean "doctorId"?'],
    [ofTest('doctorId.usrId', { const: '$user' }), 'doctor has no property "usrId"; did you mean "userId"?'],
    [ofTest('status.name', { const: 1 }), '"status" of visit is not a relation (x-ref)'],
    [ofTest('doctorId', { const: '$user' }), '/doctorId/const: "$user" is a user; "doctorId" is no relation to "user"'],
    [ofTest('doctorId', { const: '$usr' }), '"$usr" stands for nothing; did you mean "$user"?'],
    [
      ofTest('status', { const: 'opne' }),
      '/status/const: "opne" is no code of this choice, which has "open", "done"; did you mean "open"?',
    ],
    [ofTest('status', { enum: ['open', 'dne'] }), '/status/enum/1: "dne" is no code'],
    [
      ofTest('status', { constt: 1 }),
      '/status/constt: "constt" cannot be used in a rule of rows; did you mean "const"?',
    ],
    [ofTest('status', { pattern: 'o' }), '"pattern" cannot be used in a rule of rows'],
    [ofTest('status', { const: null }), 'nothing is asked for by { "type": "null" }'],
    [ofTest('status', {}), 'an empty condition restricts nothing'],
    [ofTest('day', { minimum: 'now' }), '/day/minimum: "now" is no day, nor "today"'],
    [ofTest('at', { minimum: 'today' }), '/at/minimum: "today" is no time, nor "now"'],
    [ofTest('day', { const: '2026-02-30' }), '"2026-02-30" is no day, nor "today"'],
    [ofTest('open', { const: 'yes' }), '"yes" is never a value here: the property holds true or false'],
    [ofTest('note', { const: 'x' }), '"note" cannot be compared in a rule'],
    [ofTest('pin', { const: 'x' }), '"pin" cannot be compared in a rule'],
    [ofTest('doctorId.helperIds', { const: '$user' }), '"helperIds" is a list; say "contains"'],
    [ofTest('status', { contains: { const: 'open' } }), '"status" is no list; compare it by "const" or "enum"'],
    [ofRule({ where: {} }), '/where: an empty condition restricts nothing'],
    [ofRule({ where: { oneOf: [] } }), '/where/oneOf: "oneOf" cannot be used in a rule of rows'],
    [ofRule({ where: { anyOf: [] } }), '/where/anyOf: must be a list of conditions'],
    [ofRule({ except: 'seeAll' }), '/x-rows/own: a rule says "where" or "like", one of the two'],
    [ofRule({ like: 'status' }), '/x-rows/own/like: "status" is no relation to one record'],
    [ofRule({ like: 'doctorId' }), '"doctor" has no "x-rows": the rule would restrict nothing'],
    [
      ofRule({ where: { required: ['status'] }, excpt: 'x' }),
      'own/excpt: unknown name "excpt"; did you mean "except"?',
    ],
    [
      ofRule({ where: { properties: { status: { allOf: [{ const: 'open' }, { const: 'done' }] } } } }),
      'no row fits: "status" would have two values at once',
    ],
    [
      problemsOf(
        visit({
          a: { where: { properties: { status: { const: 'open' } } } },
          b: { where: { properties: { status: { const: 'done' } } } },
        }),
      ),
      '/x-rows/b: no row fits this rule and "a": "status" would have two values at once. Rules add up',
    ],
  ])('that cannot be are refused with their place: %#', (problems, message) => {
    expect(problems.filter((problem) => problem.startsWith('schemas/visit.json#/x-rows'))).toEqual([
      expect.stringContaining(message),
    ]);
  });

  it('that follow each other in a circle are refused', () => {
    const relation = (resource: string): EntitySchema => ({
      type: 'object',
      properties: { to: { type: 'integer', 'x-ref': { resource } } },
      'x-rows': { to: { like: 'to' } },
    });
    expect(problemsOf({ a: relation('b'), b: relation('a') })).toEqual([
      'schemas/a.json#/x-rows: the rules lead in a circle back to "a"; one of them must say "where"',
      'schemas/b.json#/x-rows: the rules lead in a circle back to "b"; one of them must say "where"',
    ]);
  });
});
