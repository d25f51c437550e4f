import { describe, expect, it } from 'vitest';
import { compileModel, exportParameters, ModelError, type EntitySchema, type PropertySchema } from './index.ts';

const compile = (schemas: Record<string, unknown>, scopeEntity?: string) =>
  compileModel({ schemas: schemas as Record<string, EntitySchema>, resources: [], codes: {}, scopeEntity });

const problemsOf = (schemas: Record<string, unknown>, scopeEntity?: string): string[] => {
  try {
    compile(schemas, scopeEntity);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return error.problems.map(({ file, pointer, message }) => `${file}#${pointer}: ${message}`);
  }
  return [];
};

const text: PropertySchema = { type: 'string' };
/** As a file is read: `__proto__` is a property like any other. */
const thing = (properties: string): unknown => JSON.parse(`{ "type": "object", "properties": { ${properties} } }`);

describe('names', () => {
  it.each(['order', 'group', '用户', 'ห้อง', 'first-name', 'x'.repeat(63)])('may be %s', (name) => {
    const model = compile({ [name]: thing(`"${name}": { "type": "string" }`) });
    expect(model.entities.get(name)!.byName.get(name)!.kind).toBe('string');
  });

  it.each([
    ['__proto__', /a name that every object of JavaScript has; take another, "protoValue"/],
    ['constructor', /every object of JavaScript has; take another, "constructorValue"/],
    ['toString', /every object of JavaScript/],
    ['a.b', /cannot be a name; names begin with a letter/],
    ['1st', /cannot be a name/],
    ['_id', /cannot be a name/],
    ['x'.repeat(64), /is 64 bytes long; PostgreSQL keeps 63/],
    ['用'.repeat(22), /is 66 bytes long/],
  ])('of a property or an entity are never %s', (name, message) => {
    const [property] = problemsOf({ thing: thing(`"${name}": { "type": "string" }`) });
    expect(property).toMatch(message);
    expect(property).toContain(`schemas/thing.json#/properties/${name}: `);
    const [nested] = problemsOf({
      thing: thing(`"doc": { "type": "object", "properties": { "${name}": { "type": "string" } } }`),
    });
    expect(nested).toContain(`schemas/thing.json#/properties/doc/properties/${name}: `);
    const file = Object.fromEntries([[name, thing('"label": { "type": "string" }')]]);
    expect(problemsOf(file)[0]).toMatch(message);
  });

  it('of what every record has are refused, with what to do', () => {
    expect(problemsOf({ thing: thing('"id": { "type": "integer" }') })).toEqual([
      'schemas/thing.json#/properties/id: "id" is built in: every record has one; leave the property out, or call it otherwise',
    ]);
    expect(
      problemsOf({ thing: { type: 'object', 'x-delete': 'soft', properties: { deleteTime: text } } })[0],
    ).toContain('"deleteTime" is built in');
  });

  it('of two entities differ by more than capitals; properties may differ so', () => {
    const two = thing('"Name": { "type": "string" }, "name": { "type": "string" }');
    expect(problemsOf({ thing: two })).toEqual([]);
    expect(problemsOf({ Thing: two, thing: two })).toEqual([
      'schemas/thing.json#: "thing" and "Thing" differ only in capitals, which addresses and some file systems do not keep apart',
    ]);
  });

  it('that a relation adds to the answer are not those of a property', () => {
    const properties = { ownerName: text, ownerId: { type: 'integer', 'x-ref': { resource: 'thing' } } };
    expect(problemsOf({ thing: { type: 'object', properties } })).toEqual([
      'schemas/thing.json#/properties/ownerId/x-ref: "ownerName" is answered beside "ownerId", but is already a property; say another with "as"',
    ]);
  });

  it('of what does not exist are not found because objects have them', () => {
    const problems = problemsOf({
      thing: {
        type: 'object',
        required: ['toString'],
        'x-title': ['constructor'],
        'x-search': ['valueOf'],
        properties: { otherId: { type: 'integer', 'x-ref': { resource: 'constructor' } } },
      },
    });
    expect(problems).toEqual([
      'schemas/thing.json#/properties/otherId/x-ref/resource: there is no schema "constructor"',
      'schemas/thing.json#/required/0: there is no property "toString"',
      'schemas/thing.json#/x-search/0: there is no property "valueOf"',
      'schemas/thing.json#/x-title/0: "constructor": thing has no property "constructor"',
    ]);
  });
});

describe('circles', () => {
  const to = (resource: string, rest: object = {}): unknown => ({
    type: 'object',
    properties: { nextId: { type: 'integer', 'x-ref': { resource } }, label: text },
    ...rest,
  });

  it('of relations are fine, also through titles', () => {
    expect(problemsOf({ a: to('b', { 'x-title': ['nextId.nextId.label'] }), b: to('a'), c: to('c') })).toEqual([]);
  });

  it('of scopes are refused: rows without a scope would be everybody’s', () => {
    const problems = problemsOf(
      {
        shop: { type: 'object', properties: { label: text }, 'x-scope': 'id' },
        a: to('b', { 'x-scope': 'nextId' }),
        b: to('a', { 'x-scope': 'nextId' }),
        self: to('self', { 'x-scope': 'nextId' }),
      },
      'shop',
    );
    expect(problems).toEqual([
      'schemas/a.json#/x-scope: the scope leads in a circle (a → b → a); one of them must lead to "shop"',
      'schemas/b.json#/x-scope: the scope leads in a circle (b → a → b); one of them must lead to "shop"',
      'schemas/self.json#/x-scope: the scope leads in a circle (self → self); one of them must lead to "shop"',
    ]);
  });
});

describe('a plain enum', () => {
  const kindOf = (property: object) => {
    const { entities, codes } = compile({ thing: { type: 'object', properties: { value: property } } });
    const field = entities.get('thing')!.byName.get('value')!;
    return [field.kind, field.codes && codes[field.codes]?.map(({ code }) => code)];
  };
  it('of words or numbers is a choice', () => {
    expect(kindOf({ type: 'string', enum: ['a', 'b'] })).toEqual(['code', ['a', 'b']]);
    expect(kindOf({ enum: [1, 2.5] })).toEqual(['code', [1, 2.5]]);
    expect(kindOf({ type: ['integer', 'null'], enum: [1, null] })).toEqual(['code', [1]]);
    expect(kindOf({ type: 'array', items: { type: 'string', enum: ['a'] } })).toEqual(['json', ['a']]);
    expect(kindOf({ type: 'string', format: 'date', enum: ['2026-01-01'] })).toEqual(['date', undefined]);
  });
  it.each([
    [{ enum: ['a', 1] }, 'holds either words or numbers'],
    [{ type: 'integer', enum: ['a'] }, 'the enum holds words, but the type is integer'],
    [{ type: 'string', enum: ['a', 'b', 'a'] }, 'the enum has "a" twice'],
  ])('is refused as %j', (property, message) => {
    expect(problemsOf({ thing: { type: 'object', properties: { value: property } } })).toEqual([
      expect.stringContaining(message),
    ]);
  });
});

describe('filters beside other parameters', () => {
  const film = {
    type: 'object',
    properties: {
      title: text,
      format: { type: 'integer', 'x-ref': { resource: 'film' } },
      values: { type: 'boolean' },
      period: { type: 'string', format: 'date' },
      periodStart: { type: 'boolean' },
      until: { type: 'string', format: 'date' },
      untilEnd: { type: 'integer', 'x-ref': { resource: 'film' } },
      pageNo: { type: 'boolean' },
      keyword: { type: 'boolean' },
    },
  } as const satisfies EntitySchema;
  const schemas = { film };
  const of = (resource: object) =>
    compileModel({ schemas, resources: [{ schema: 'film', ...resource }] as never, codes: {} }).resources.get('film')!;

  it('keep the name of their property where an export has a parameter of that name, and the parameter yields', () => {
    const declared = of({ api: { list: '/film/list' }, list: { filters: ['format', 'values'] } });
    expect(declared.list.filters.flatMap(({ name, hidden }) => (hidden ? [] : [name]))).toEqual(['format', 'values']);
    expect(exportParameters(declared)).toEqual({ format: '_format', values: '_values', columns: 'columns' });
    // Here the filters stand in an object of their own.
    expect(exportParameters(of({}))).toEqual({ format: 'format', values: 'values', columns: 'columns' });
  });

  it('that are inferred are called otherwise where the page, the search or another filter has their name', () => {
    const shown = compileModel({ schemas, resources: [], codes: {} }).resources.get('film')!.list.filters;
    expect(shown.filter(({ hidden }) => !hidden).map(({ name, paths }) => [name, paths[0]!.last])).toEqual([
      ['format', 'format'],
      ['values', 'values'],
      ['period', 'period'],
      ['periodStartFilter', 'periodStart'],
      ['untilFilter', 'until'],
      ['untilEnd', 'untilEnd'],
      ['pageNoFilter', 'pageNo'],
      ['keywordFilter', 'keyword'],
    ]);
  });

  it('that are declared cannot take the name of another, of a relation or of the page', () => {
    const compile = (filters: string[]) => () => of({ list: { filters } });
    expect(compile(['period', 'periodStart'])).toThrow(/collides with another filter/);
    expect(compile(['until'])).toThrow(/collides with the relation "untilEnd"/);
    expect(compile(['pageNo'])).toThrow(/collides with a parameter of the page/);
  });

  it('that are declared over several properties name at least one', () => {
    expect(() => of({ list: { filters: [{ name: 'any', anyOf: [] }] } })).toThrow(/"any" asks no property/);
  });

  it('leave the parameters of the page to it: no relation is called so', () => {
    const page = { ...text, type: 'integer', 'x-ref': { resource: 'film' } } as const;
    const wrong = { film: { type: 'object', properties: { pageSize: page } } } as const;
    expect(problemsOf(wrong as never)).toEqual([expect.stringContaining('a relation cannot be called "pageSize"')]);
  });
});
