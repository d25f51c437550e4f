import { describe, expect, it } from 'vitest';
import {
  compileModel,
  defineResource,
  holds,
  ModelError,
  permits,
  readsOf,
  type EntitySchema,
  type ResourceDeclaration,
} from './index.ts';

const shop: EntitySchema = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string', maxLength: 40 } },
  'x-scope': 'id',
};
const shelf: EntitySchema = {
  type: 'object',
  properties: {
    label: { type: 'string' },
    shopId: { type: 'integer', 'x-ref': { resource: 'shop' } },
    price: { type: 'number', 'x-widget': 'money' },
    state: { type: 'integer', 'x-codes': 'shelfState' },
    since: { type: 'string', format: 'date' },
  },
  'x-scope': 'shopId',
  'x-search': ['label'],
};
const book: EntitySchema = {
  type: 'object',
  properties: { shelfId: { type: 'integer', 'x-ref': { resource: 'shelf', as: 'place' } }, name: { type: 'string' } },
  'x-scope': 'shelfId',
  'x-title': ['name', 'shelfId.label'],
};
const codes = { shelfState: [{ code: 0 }, { code: 1 }] };

/** A schema as somebody may have written it: what is in a file is not checked by types. */
const fromFile = (schema: object) => JSON.parse(JSON.stringify(schema)) as EntitySchema;

const compile = (schemas: Record<string, EntitySchema>, resources: ResourceDeclaration<never>[] = []) =>
  compileModel({ schemas, resources, codes, scopeEntity: 'shop' });

const problemsOf = (run: () => unknown): string[] => {
  try {
    run();
  } catch (error) {
    if (error instanceof ModelError)
      return error.problems.map((problem) => `${problem.file}#${problem.pointer}: ${problem.message}`);
    throw error;
  }
  return [];
};

describe('compileModel', () => {
  it('gives a schema without a resource file columns, filters, a form and simple-rest paths', () => {
    const { resources } = compile({ shop, shelf, book });
    const resource = resources.get('shelf')!;
    expect(resource.dialect).toBe('simple-rest');
    expect(resource.list.columns).toEqual(['label', 'shopId', 'price', 'state', 'since', 'createTime']);
    expect(resource.list.filters.map((filter) => [filter.name, filter.operator])).toEqual([
      ['keyword', 'keyword'],
      ['shopId', 'equals'],
      ['state', 'equals'],
      ['since', 'range'],
    ]);
    expect(resource.form.groups[0]!.fields).toEqual(['label', 'shopId', 'price', 'state', 'since']);
  });

  it('decides the kind of a value from keywords, then format, then type', () => {
    const { entities } = compile({ shop, shelf, book });
    expect(entities.get('shelf')!.fields.map((field) => [field.name, field.kind])).toEqual([
      ['id', 'integer'],
      ['label', 'string'],
      ['shopId', 'ref'],
      ['price', 'money'],
      ['state', 'code'],
      ['since', 'date'],
      ['createTime', 'dateTime'],
      ['updateTime', 'dateTime'],
    ]);
  });

  it('follows a scope through relations down to the scope record', () => {
    const { entities } = compile({ shop, shelf, book });
    expect(entities.get('shop')!.scope).toEqual([{ steps: [], last: 'id' }]);
    expect(entities.get('book')!.scope).toEqual([{ steps: [{ field: 'shelfId', target: 'shelf' }], last: 'shopId' }]);
  });

  it('names file, pointer and the word that was meant for every mistake at once', () => {
    const wrong = fromFile({
      ...shelf,
      'x-serach': ['label'],
      properties: { ...shelf.properties, price: { type: 'number', 'x-widget': 'mony' } },
    });
    expect(problemsOf(() => compile({ shop, shelf: wrong }))).toEqual([
      'schemas/shelf.json#/x-serach: unknown keyword "x-serach"; did you mean "x-search"?',
      expect.stringContaining('schemas/shelf.json#/properties/price/x-widget: "mony" is not one of money'),
    ]);
  });

  it('refuses states that the table of the state does not have, wherever x-states names one', () => {
    const states = { field: 'state', initial: 0, transitions: [], editable: [0, 7], deletable: [8] };
    expect(problemsOf(() => compile({ shop, shelf: { ...shelf, 'x-states': states } }))).toEqual([
      'schemas/shelf.json#/x-states/editable/1: 7 is no code of "shelfState", which has 0, 1; did you mean "0"?',
      'schemas/shelf.json#/x-states/deletable/0: 8 is no code of "shelfState", which has 0, 1; did you mean "0"?',
    ]);
  });

  it('refuses relations, code tables and columns that do not exist', () => {
    const declaration = defineResource<Record<string, unknown>>({
      schema: 'shelf',
      permission: { base: 'shelf', route: 'shelf-list' },
      list: { columns: ['lable'] },
    });
    const broken: EntitySchema = {
      ...shelf,
      properties: {
        ...shelf.properties,
        shopId: { type: 'integer', 'x-ref': { resource: 'shoop' } },
        state: { type: 'integer', 'x-codes': 'nope' },
        lines: {
          type: 'array',
          items: { type: 'object', properties: { shopId: { type: 'integer', 'x-ref': { resource: 'shopp' } } } },
        },
      },
    };
    const problems = problemsOf(() => compile({ shop, shelf: broken }, [declaration as ResourceDeclaration<never>]));
    expect(problems).toContain(
      'schemas/shelf.json#/properties/shopId/x-ref/resource: there is no schema "shoop"; did you mean "shop"?',
    );
    expect(problems).toContain(
      'schemas/shelf.json#/properties/lines/items/properties/shopId/x-ref/resource: there is no schema "shopp"; did you mean "shop"?',
    );
    expect(problems).toContain('schemas/shelf.json#/properties/state/x-codes: there is no code table "nope"');
    expect(problems).toContain(
      'resources/shelf.ts#/list/columns: shelf has no property "lable"; did you mean "label"?',
    );
  });

  it.each([
    [
      'a relation that is only a name',
      { properties: { shopId: { type: 'integer', 'x-ref': 'shop' } } },
      '/properties/shopId/x-ref',
      '"shop" is not an object; write for example { "resource": "car" }',
    ],
    [
      'a length in quotes',
      { properties: { label: { type: 'string', maxLength: '40' } } },
      '/properties/label/maxLength',
      '"40" is not a whole number',
    ],
    [
      'words for a value that nothing keeps',
      { properties: { label: { type: 'string', 'x-locked': 'msg.stays' } } },
      '/properties/label/x-locked',
      'nothing keeps this value; say "x-once", or when it may be changed ("x-edit")',
    ],
    [
      'a value entered once that may be changed',
      { properties: { label: { type: 'string', 'x-once': true, 'x-edit': { required: ['price'] } } } },
      '/properties/label/x-edit',
      'what is entered once ("x-once") is never changed; leave one of the two out',
    ],
    ['a title that is no list', { 'x-title': 'label' }, '/x-title', '"label" is not a list of strings'],
    [
      'a misspelt name inside a keyword',
      { 'x-exclude': { keys: ['label'], interval: ['since', 'since'], message: 'm' } },
      '/x-exclude/keys',
      'unknown name "keys"; did you mean "key"?',
    ],
    [
      'a condition with a list that is none',
      { properties: { label: { type: 'string', 'x-show': { properties: { state: { enum: 1 } } } } } },
      '/properties/label/x-show/properties/state/enum',
      '1 is not a list',
    ],
  ])('refuses %s', (_what, change, pointer, message) => {
    const wrong = fromFile({
      ...shelf,
      ...change,
      properties: { ...shelf.properties, ...('properties' in change ? change.properties : {}) },
    });
    expect(problemsOf(() => compile({ shop, shelf: wrong }))).toContain(`schemas/shelf.json#${pointer}: ${message}`);
  });

  it('refuses private properties that are no files of the record itself, and those that nobody could read', () => {
    const image = { type: 'string', 'x-widget': 'image', 'x-private': true } as const;
    const images = { type: 'array', items: { type: 'string' }, 'x-widget': 'images' } as const;
    const properties: EntitySchema['properties'] = {
      card: image,
      cards: { ...images, 'x-private': true },
      label: { type: 'string', 'x-private': true },
      lines: { type: 'array', items: { type: 'object', properties: { image } } },
    };
    const wrong = 'only files of the record itself can be private ("x-widget": "image", "images", "file" or "files")';
    expect(problemsOf(() => compile({ shop: { type: 'object', properties } }))).toEqual([
      `schemas/shop.json#/properties/label/x-private: ${wrong}`,
      `schemas/shop.json#/properties/lines/items/properties/image/x-private: ${wrong}`,
    ]);
    const visit: EntitySchema = {
      type: 'object',
      'x-internal': true,
      properties: {
        shopId: { type: 'integer', 'x-ref': { resource: 'shop' } },
        visitId: { type: 'integer', 'x-ref': { resource: 'visit' } },
        papers: { ...images, 'x-private': 'shopId' },
        mine: { ...images, 'x-private': true },
        lost: { ...images, 'x-private': 'shop' },
        hidden: { ...images, 'x-private': 'visitId' },
      },
    };
    const shop: EntitySchema = { type: 'object', properties: { card: image } };
    const of = (name: string): string => `schemas/visit.json#/properties/${name}/x-private`;
    expect(problemsOf(() => compile({ shop, visit }))).toEqual([
      `${of('mine')}: nobody opens an internal record: name the relation to the record whose readers may read the files`,
      `${of('lost')}: there is no relation "shop"; did you mean "shopId"?`,
      `${of('hidden')}: "visitId" leads to an internal record, which nobody opens`,
    ]);
  });

  it('refuses deletions that cannot be followed: in a circle, across two kinds, at no relation, of a required value', () => {
    const to = (resource: string, effect: 'cascade' | 'clear' | 'refuse') =>
      ({ type: 'integer', 'x-ref': { resource }, 'x-on-delete': effect }) as const;
    const plain = (properties: EntitySchema['properties'], more: Partial<EntitySchema> = {}): EntitySchema => ({
      type: 'object',
      ...more,
      properties,
    });
    const schemas = {
      one: plain({
        threeId: to('three', 'cascade'),
        selfId: to('one', 'clear'),
        name: { type: 'string', 'x-on-delete': 'clear' },
      }),
      two: plain({ oneId: to('one', 'cascade'), softId: to('soft', 'refuse') }),
      three: plain({ twoId: to('two', 'cascade'), softId: to('soft', 'cascade') }),
      soft: plain({ oneId: to('one', 'clear') }, { 'x-delete': 'soft', required: ['oneId'] }),
      other: plain({
        softId: to('soft', 'clear'),
        keptId: to('kept', 'clear'),
        inside: { type: 'object', properties: { oneId: to('one', 'clear') } },
      }),
      kept: plain({ oneId: to('one', 'cascade') }, { 'x-delete': 'never' }),
    };
    const circle = (name: string): string => `a circle: "${name}" would be deleted with "${name}"`;
    const none = 'only a relation of the record itself to one record ("x-ref") can follow a deletion';
    expect(problemsOf(() => compile(schemas)).filter((one) => one.includes('x-on-delete'))).toEqual([
      `schemas/one.json#/properties/threeId/x-on-delete: ${circle('one')}`,
      `schemas/one.json#/properties/name/x-on-delete: ${none}`,
      `schemas/two.json#/properties/oneId/x-on-delete: ${circle('two')}`,
      `schemas/three.json#/properties/twoId/x-on-delete: ${circle('three')}`,
      'schemas/three.json#/properties/softId/x-on-delete: one of the two is only put away ("x-delete": "soft") and the other is not: what went could not come back together',
      'schemas/soft.json#/properties/oneId/x-on-delete: "oneId" is required and cannot be emptied',
      'schemas/other.json#/properties/softId/x-on-delete: the related record is only put away ("x-delete": "soft") and can come back: the relation stays',
      'schemas/other.json#/properties/keptId/x-on-delete: records of "kept" are never deleted',
      `schemas/other.json#/properties/inside/properties/oneId/x-on-delete: ${none}`,
      'schemas/kept.json#/properties/oneId/x-on-delete: its records are never deleted ("x-delete": "never")',
    ]);
  });

  it('refuses a secret that does not say where it is sent, or names what is no address', () => {
    const secret = { type: 'string', 'x-widget': 'secret', writeOnly: true, 'x-sensitive': true } as const;
    const properties: EntitySchema['properties'] = {
      url: { type: 'string' },
      open: secret,
      nowhere: { ...secret, 'x-bound-to': [] },
      right: { ...secret, 'x-bound-to': ['url'] },
      misspelt: { ...secret, 'x-bound-to': ['urll'] },
      another: { ...secret, 'x-bound-to': ['right'] },
      plain: { type: 'string', 'x-bound-to': ['url'] },
      document: { type: 'object', properties: { key: { ...secret, 'x-bound-to': [] } } },
    };
    expect(problemsOf(() => compile({ shop: { type: 'object', properties } }))).toEqual([
      expect.stringContaining('schemas/shop.json#/properties/open: a secret says where it is sent'),
      'schemas/shop.json#/properties/misspelt/x-bound-to/0: there is no property "urll"; did you mean "url"?',
      'schemas/shop.json#/properties/another/x-bound-to/0: "right" is a secret or has no column of its own',
      expect.stringContaining('schemas/shop.json#/properties/plain/x-bound-to: only a secret'),
      expect.stringContaining('schemas/shop.json#/properties/document/properties/key: a secret is a property of'),
    ]);
  });

  it('refuses a default that is found out later where the property cannot hold it, or has a constant one', () => {
    const properties: EntitySchema['properties'] = {
      title: { type: 'string', 'x-default': 'uuid' },
      since: { type: 'string', format: 'date', 'x-default': 'now' },
      made: { type: 'string', format: 'date-time', 'x-default': 'now', default: '2026-01-01 00:00:00' },
      pages: { type: 'integer', 'x-default': 'soon' as 'now' },
    };
    expect(problemsOf(() => compile({ shop: { type: 'object', properties } }))).toEqual([
      expect.stringContaining('schemas/shop.json#/properties/pages/x-default'),
      'schemas/shop.json#/properties/since/x-default: "now" is a dateTime, the property holds a date',
      'schemas/shop.json#/properties/made/x-default: there is a "default" too: a new record gets one of them',
    ]);
  });

  it('goes on with the rest of a schema, and the other schemas, after a mistake', () => {
    const wrong = fromFile({
      ...shelf,
      'x-title': 'label',
      required: ['labl'],
      properties: { ...shelf.properties, state: 'enabled' },
    });
    const other: EntitySchema = { ...book, 'x-search': ['nam'] };
    expect(problemsOf(() => compile({ shop, shelf: wrong, book: other }))).toEqual([
      'schemas/shelf.json#/x-title: "label" is not a list of strings',
      'schemas/shelf.json#/properties/state: a property is a JSON Schema object',
      'schemas/shelf.json#/required/0: there is no property "labl"; did you mean "label"?',
      'schemas/book.json#/x-search/0: there is no property "nam"; did you mean "name"?',
    ]);
  });

  it('takes what refers to an unreadable schema as right', () => {
    const model = compileModel({
      schemas: { book },
      resources: [],
      codes,
      scopeEntity: 'shop',
      unreadable: new Set(['shelf']),
    });
    expect(model.entities.get('book')!.title).toHaveLength(2);
  });

  it('gives an internal schema a table but no resource', () => {
    const model = compile({ shop, shelf: { ...shelf, 'x-internal': true } });
    expect(model.entities.has('shelf')).toBe(true);
    expect(model.resources.has('shelf')).toBe(false);
  });

  it('compiles one resource alone when the schemas it refers to are not loaded', () => {
    const model = compileModel({ schemas: { book }, resources: [], codes, scopeEntity: 'shop', partial: true });
    expect(model.resources.get('book')!.list.columns).toContain('shelfId');
  });
});

describe('conditions', () => {
  const onlyTypeOne = { properties: { type: { const: 1 } } };
  it('are false for a record that does not have the property yet', () => {
    expect(holds(onlyTypeOne, {})).toBe(false);
    expect(holds(onlyTypeOne, { type: 1 })).toBe(true);
    expect(holds({ not: onlyTypeOne }, {})).toBe(true);
    expect(holds({ required: ['name'] }, { name: '' })).toBe(false);
  });
  it('say which properties they read', () => {
    expect(readsOf({ anyOf: [onlyTypeOne, { not: { required: ['name'] } }] })).toEqual(['type', 'name']);
  });
});

describe('permits', () => {
  it('needs one of the keys, and index satisfies every check', () => {
    expect(permits(new Set(['order-edit']), ['order-add', 'order-edit'])).toBe(true);
    expect(permits(new Set(['order-list']), 'order-edit')).toBe(false);
    expect(permits(new Set(['index']), 'order-edit')).toBe(true);
  });
});

describe('a scope that would let everybody see everything', () => {
  const integer = { type: 'integer' } as const;
  const compile = (of: Record<string, EntitySchema>, scopeEntity?: string) =>
    compileModel({ schemas: of, resources: [], codes: {}, scopeEntity });
  const shop: EntitySchema = { type: 'object', properties: {} };
  const car: EntitySchema = {
    type: 'object',
    'x-scope': 'shopId',
    properties: { shopId: { ...integer, 'x-ref': { resource: 'shop' } } },
  };

  it('is refused where the application names an entity that is not there', () => {
    expect(() => compile({ shop }, 'shopp')).toThrow(
      /scopeEntity: there is no schemas\/shopp\.json; did you mean "shop"\?/,
    );
  });
  it('is refused where the application names none', () => {
    expect(() => compile({ shop, car })).toThrow(/schemas\/car\.json#\/x-scope: the application says no "scopeEntity"/);
  });
  it('is refused where it leads to records that have no scope', () => {
    const tyre: EntitySchema = {
      type: 'object',
      'x-scope': 'carId',
      properties: { carId: { ...integer, 'x-ref': { resource: 'car' } } },
    };
    const { 'x-scope': _scope, ...free } = car;
    expect(() => compile({ shop, car: free, tyre }, 'shop')).toThrow(/"carId" leads to "car", which has no "x-scope"/);
    expect(compile({ shop, car, tyre }, 'shop').entities.get('tyre')?.scope).toHaveLength(1);
  });
});
