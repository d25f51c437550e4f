import { describe, expect, it } from 'vitest';
import {
  compileModel,
  knownRelated,
  type ModelError,
  openingColumn,
  relatedLists,
  resourceOf,
  type EntitySchema,
  type ResourceDeclaration,
} from './index.ts';

const text = { type: 'string', maxLength: 40 } as const;
const ref = (resource: string) => ({ type: 'integer', 'x-ref': { resource } }) as const;
const schemas: Record<string, EntitySchema> = {
  author: { type: 'object', properties: { name: text, bestBookId: ref('book') } },
  book: {
    type: 'object',
    properties: {
      title: text,
      authorId: ref('author'),
      translatorId: ref('author'),
      sequelOfId: ref('book'),
      pages: { type: 'array', 'x-many': { resource: 'page', field: 'bookId' } },
      tagIds: { type: 'array', items: { type: 'integer' }, 'x-ref': { resource: 'tag' } },
      summary: { ...text, readOnly: true },
      secret: { ...text, writeOnly: true },
    },
  },
  page: { type: 'object', required: ['bookId'], properties: { bookId: ref('book'), text } },
  tag: { type: 'object', properties: { label: text } },
  vault: { type: 'object', 'x-internal': true, properties: { bookId: ref('book') } },
};

const compile = (declarations: readonly ResourceDeclaration[] = [], partial = false) =>
  compileModel({ schemas, resources: declarations as readonly ResourceDeclaration<never>[], codes: {}, partial });
const listsOf = (name: string, ...declarations: ResourceDeclaration[]): string[] => {
  const model = compile(declarations);
  return relatedLists(model, resourceOf(model, name)).map(({ resource, field }) => `${resource}.${field}`);
};
const problemsOf = (...declarations: ResourceDeclaration[]): readonly string[] => {
  try {
    compile(declarations);
    return [];
  } catch (error) {
    return (error as ModelError).problems.map(({ pointer, message }) => `${pointer}: ${message}`);
  }
};

describe('a resource of nothing but a schema', () => {
  it('has a detail page with all that may be read', () => {
    const book = resourceOf(compile(), 'book');
    expect(book.route).toEqual({ list: '/resources/book', show: '/resources/book/:id' });
    expect(book.list.rowClick).toBe('show');
    expect(book.show.groups.map(({ fields }) => fields)).toEqual([
      ['title', 'authorId', 'translatorId', 'sequelOfId', 'tagIds', 'summary', 'createTime', 'updateTime'],
    ]);
  });

  it('has a list of all that points at it below: child records first, twice what points twice, itself, no internal table', () => {
    expect(listsOf('author')).toEqual(['book.authorId', 'book.translatorId']);
    expect(listsOf('book')).toEqual(['page.bookId', 'author.bestBookId', 'book.sequelOfId']);
    expect(listsOf('tag')).toEqual(['book.tagIds']);
    expect(listsOf('page')).toEqual([]);
  });

  it('leaves what points at it to the server where not all schemas are loaded', () => {
    expect(knownRelated(resourceOf(compile([], true), 'book'))).toBeUndefined();
  });
});

describe('a declaration', () => {
  it('that says nothing of the detail has the same', () => {
    expect(listsOf('author', { schema: 'author', menu: { group: 'a', sort: 1, icon: 'A' } })).toHaveLength(2);
  });

  it('chooses by resource, by relation, or none', () => {
    expect(listsOf('author', { schema: 'author', show: { related: ['book'] } })).toEqual([
      'book.authorId',
      'book.translatorId',
    ]);
    expect(listsOf('author', { schema: 'author', show: { related: ['book.translatorId'] } })).toEqual([
      'book.translatorId',
    ]);
    expect(listsOf('author', { schema: 'author', show: { related: false } })).toEqual([]);
  });

  it('that says what the detail is made of gets child records only', () => {
    const groups = [{ key: 'main', fields: ['title'] }];
    expect(listsOf('book', { schema: 'book', show: { groups } })).toEqual(['page.bookId']);
  });

  it('without a page for the detail asks for nothing', () => {
    const model = compile([{ schema: 'author', route: { list: '/authors' } }]);
    expect(knownRelated(resourceOf(model, 'author'))).toEqual([]);
  });

  it('is told what it names that is not there or does not point here', () => {
    expect(
      problemsOf(
        { schema: 'author', show: { related: ['bok', 'book.autorId', 'book.sequelOfId', 'tag'] } },
        { schema: 'tag' },
      ),
    ).toEqual([
      '/show/related/0/resource: there is no schema "bok"; did you mean "book"?',
      '/show/related/1/field: book has no property "autorId"; did you mean "authorId"?',
      '/show/related/2: no relation of book called "sequelOfId" points at author',
      '/show/related/3: no relation of tag points at author',
    ]);
  });
});

it('the column that opens a record is the first one that is no link to another', () => {
  const { entity } = resourceOf(compile(), 'book');
  expect(openingColumn(entity, ['authorId', 'title'])).toBe('title');
  expect(openingColumn(entity, ['authorId'])).toBe('authorId');
  expect(resourceOf(compile(), 'page').list.inline).toEqual([]);
});

it('what is called by its relations alone is opened by the first of them, not by a number', () => {
  const properties = {
    authorId: { type: 'integer', 'x-ref': { resource: 'author' } },
    copies: { type: 'integer' },
    note: text,
  } as const;
  const entityOf = (title: readonly string[]) =>
    resourceOf(
      compileModel({
        schemas: {
          author: { type: 'object', properties: { name: text } },
          stock: { type: 'object', 'x-title': [...title], properties },
        },
        resources: [],
        codes: {},
      }),
      'stock',
    ).entity;
  expect(openingColumn(entityOf(['authorId.name']), ['authorId', 'copies', 'note'])).toBe('authorId');
  expect(openingColumn(entityOf(['authorId.name']), ['authorId', 'note', 'copies'])).toBe('note');
  expect(openingColumn(entityOf(['note']), ['authorId', 'copies'])).toBe('copies');
});

it('what is called by a code of its own is opened by that, not by a number', () => {
  const { entity } = resourceOf(
    compileModel({
      schemas: {
        line: {
          type: 'object',
          'x-title': ['kind'],
          properties: { kind: { type: 'string', 'x-codes': 'lineKind' }, share: { type: 'integer' }, note: text },
        },
      },
      resources: [],
      codes: { lineKind: [{ code: 'a' }] },
    }),
    'line',
  );
  expect(openingColumn(entity, ['kind', 'share', 'note'])).toBe('kind');
  expect(openingColumn(entity, ['share', 'note'])).toBe('share');
});

it('a flag, a code or a picture opens no record where something tells it from the others', () => {
  const properties = {
    printed: { type: 'boolean' },
    cover: { type: 'string', 'x-widget': 'image' },
    state: { type: 'integer', 'x-codes': 'state' },
    words: { type: 'array', items: { type: 'string' } },
    title: text,
  } as const;
  const model = compileModel({
    schemas: { book: { type: 'object', properties } },
    resources: [],
    codes: { state: [{ code: 0 }, { code: 1 }] },
  });
  const { entity } = resourceOf(model, 'book');
  expect(openingColumn(entity, ['printed', 'cover', 'state', 'title'])).toBe('title');
  expect(openingColumn(entity, ['printed', 'state'])).toBe('printed');
  expect(openingColumn(entity, ['words', 'state'])).toBe('state');
});
