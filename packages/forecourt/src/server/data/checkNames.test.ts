import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { compileModel, type EntitySchema } from '../../model/index.ts';
import { defineModule, type ServerModule } from '../contract.ts';
import { checkNames, checkUse } from './checkNames.ts';

const integer = { type: 'integer' } as const;
const schemas: Record<string, EntitySchema> = {
  patient: {
    type: 'object',
    properties: { visits: { ...integer, 'x-compute': 'visitsOfPatient' } },
  },
  invoice: {
    type: 'object',
    properties: { patientId: { ...integer, 'x-ref': { resource: 'patient' } } },
  },
  outbox: { type: 'object', properties: { channel: { type: 'string', 'x-codes': 'channel' } } },
};
const model = compileModel({ schemas, resources: [], codes: { channel: [{ code: 'sms' }] } });
const nothing = (): undefined => undefined;
const column = { sql: () => sql`1` };

describe('a name that nothing has stops the start', () => {
  test.each<[string, object, RegExp]>([
    ['a row scope', { rowScopes: { pateint: nothing } }, /rowScopes\.pateint: there is no entity "pateint"; did you mean "patient"\?/],
    ['hooks', { hooks: { invoise: { beforeSave: nothing } } }, /hooks\.invoise: there is no entity "invoise"; did you mean "invoice"\?/],
    ['one hook', { hooks: { invoice: { beforeSvae: nothing } } }, /hooks\.invoice\.beforeSvae: there is no such hook; did you mean "beforeSave"\?/],
    ['a part of the module', { rowScope: { patient: nothing } }, /rowScope: a server module has no such part; did you mean "rowScopes"\?/],
    ['a row scope that is no code', { rowScopes: { patient: true } }, /rowScopes\.patient must be a function/],
    ['a hook that is no code', { hooks: { invoice: { beforeSave: {} } } }, /hooks\.invoice\.beforeSave must be a function/],
    ['an "asks" that is no switch', { hooks: { invoice: { asks: 'yes' } } }, /hooks\.invoice\.asks must be true/],
    ['records beside a record', { hooks: { patient: { beside: { bills: { resource: 'invoice', by: 'pateintId' } } } } }, /did you mean "patientId"\?/],
    ['a measure', { measures: { paid: { entity: 'invoise', kind: 'events', facts: nothing } } }, /measures\.paid: there is no entity "invoise"/],
    ['a deliverer', { deliverers: { smss: { send: nothing } } }, /deliverers\.smss: messages have no channel "smss"; did you mean "sms"\?/],
    ['a migration of a name that was given', { migrations: [{ name: 'a', sql: '' }, { name: 'a', sql: '' }] }, /"a" is there twice/],
    ['a userScope that is no code', { userScope: 'all' }, /userScope must be a function/],
  ])('%s', (_what, module, said) => {
    expect(() => checkNames(model, module as ServerModule)).toThrow(said);
  }); // prettier-ignore

  test('each of several is named', () => {
    const module = { rowScopes: { pateint: nothing }, hooks: { invoise: {} } } as unknown as ServerModule;
    expect(() => checkNames(model, module)).toThrow(/invoise[\s\S]*pateint/);
  });

  test('a computed column that no property asks for', () => {
    expect(() => checkUse(model, { computed: { visitsOfPateint: column } })).toThrow(
      /did you mean "visitsOfPatient"\?/,
    );
    expect(() => checkUse(model, { computed: { visitsOfPatient: column } })).not.toThrow();
  });

  test('a filter and a measure that nothing asks for', () => {
    expect(() => checkUse(model, { filters: { late: { sql: nothing } } })).toThrow(/filters\.late/);
    expect(() =>
      checkUse(model, { measures: { paid: { entity: 'invoice', kind: 'events', facts: () => sql`1` } } }),
    ).toThrow(/measures\.paid/);
  });
});

test('the compiler refuses hooks and row scopes of tables that are not there', () => {
  const define = defineModule<{ readonly order: { readonly id: number } }>();
  // @ts-expect-error there is no table "ordre"
  define({ rowScopes: { ordre: nothing } });
  // @ts-expect-error there is no table "ordre"
  define({ hooks: { ordre: {} } });
  // @ts-expect-error there is no such hook
  define({ hooks: { order: { beforeSvae: nothing } } });
  expect(define({ rowScopes: { order: nothing }, hooks: { order: {} } })).toHaveProperty('hooks');
});
