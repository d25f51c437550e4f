import { describe, expect, it } from 'vitest';
import { testModel } from '../testing/adminModel.ts';
import { documentedPath, documentedTarget, withView } from './documentedUrls.ts';

const { entries } = testModel();

describe('documented addresses', () => {
  it.each([
    ['/book', '/books/list'],
    ['/book/create', '/books/add'],
    ['/book/12', '/books/edit?id=12'],
    ['/book/12/show', '/books/detail/12'],
    ['/shop/create', '/basics/shop?form=new'],
    ['/shop/3', '/basics/shop?form=3'],
    ['/note', '/resources/note'],
  ])('%s leads to %s', (link, documented) => {
    expect(documentedPath(entries, link)).toBe(documented);
  });

  it.each([
    ['/books/list'],
    ['/book/returned'],
    ['/book/12/show/more'],
    ['/unknown/1'],
    ['/'],
    ['/dashboard/workplace'],
  ])('%s is no link of react-admin and stays', (path) => {
    expect(documentedPath(entries, path)).toBe(path);
  });

  it('opens the form of a new record where only an edit page by query exists', () => {
    const price = new Map([['price', { route: { list: '/price/list', edit: '/price/edit' } }]]);
    expect(documentedPath(price, '/price/create')).toBe('/price/edit');
    expect(documentedPath(price, '/price/5')).toBe('/price/edit?id=5');
  });

  it('keeps query and hash of a link, as text and as location', () => {
    expect(documentedTarget(entries, '/book/12?tab=2#log')).toBe('/books/edit?id=12&tab=2#log');
    expect(documentedTarget(entries, { pathname: '/shop/create', search: '?source=x' })).toEqual({
      pathname: '/basics/shop',
      search: '?form=new&source=x',
    });
    expect(documentedTarget(entries, { search: '?page=2' })).toEqual({ search: '?page=2' });
  });
});

it('a list that changes its own query keeps how it is shown; other links do not carry it along', () => {
  expect(withView({ search: '?page=2' }, '?view=board&page=1')).toEqual({ search: '?page=2&view=board' });
  expect(withView({ search: '?view=map' }, '?view=board')).toEqual({ search: '?view=map' });
  expect(withView({ search: '?page=2' }, '?page=1')).toEqual({ search: '?page=2' });
  expect(withView({ pathname: '/books/list', search: '' }, '?view=board')).toEqual({
    pathname: '/books/list',
    search: '',
  });
  expect(withView('/books/list', '?view=board')).toBe('/books/list');
});
