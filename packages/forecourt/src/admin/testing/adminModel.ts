import { defineResource, type EntitySchema, type ResourceDeclaration } from '../../model/index.ts';
import { createAdminModel, type AdminModel } from '../model/adminModel.ts';
import { adminSource, type WholeSource } from './adminSource.ts';

/** A small world for tests: books of the house dialect with every kind of path, shops in dialogs, notes without a declaration. */
const book: EntitySchema = {
  type: 'object',
  required: ['title', 'state'],
  properties: {
    title: { type: 'string', minLength: 2, maxLength: 40 },
    state: { type: 'integer', 'x-codes': 'bookState', default: 0 },
    price: { type: 'number', minimum: 0, multipleOf: 0.01, 'x-widget': 'money' },
    phone: { type: 'string', 'x-mask': 'phone' },
    reason: {
      type: 'string',
      'x-show': { properties: { state: { const: 2 } } },
      'x-require': { properties: { state: { const: 2 } } },
    },
    fromDate: { type: 'string', format: 'date' },
    toDate: { type: 'string', format: 'date', 'x-after': 'fromDate' },
    shopId: { type: 'integer', 'x-ref': { resource: 'shop' } },
  },
  'x-search': ['title'],
};
const shop: EntitySchema = {
  type: 'object',
  required: ['shopName'],
  properties: { shopName: { type: 'string' }, city: { type: 'string' } },
};
const copy: EntitySchema = {
  type: 'object',
  required: ['shelfMark'],
  properties: {
    shelfMark: { type: 'string' },
    cost: { type: 'number', 'x-widget': 'money' },
    bookletId: { type: 'integer', 'x-ref': { resource: 'booklet' } },
  },
};
const booklet: EntitySchema = {
  type: 'object',
  properties: {
    heading: { type: 'string' },
    copies: { type: 'array', 'x-many': { resource: 'copy', field: 'bookletId' } },
  },
};
const note: EntitySchema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { label: { type: 'string' }, price: { type: 'number' } } },
    },
    shelf: { type: 'string', enum: Array.from({ length: 5_000 }, (_, index) => `shelf ${index}`) },
  },
};

const bookResource = defineResource<Record<string, unknown>>({
  schema: 'book',
  permission: { base: 'book', route: 'book-list' },
  route: { list: '/books/list', create: '/books/add', edit: '/books/edit?id=', show: '/books/detail/:id' },
  api: {
    list: '/books/list',
    info: '/books/info/{id}',
    save: '/books/save',
    delete: '/books/delete/{id}',
    options: '/books/options',
    export: '/books/export',
  },
  list: {
    columns: ['title', 'state', 'price', 'shopId'],
    filters: ['keyword', 'state', { name: 'fromDate' }, 'price', 'shopId'],
    sort: ['title', 'asc'],
  },
  form: {
    groups: [{ key: 'main', fields: ['title', 'state', 'price', 'phone', 'reason', 'fromDate', 'toDate', 'shopId'] }],
  },
  actions: [
    { name: 'lend', post: '/books/lend', permission: 'edit', when: { properties: { state: { const: 0 } } } },
    {
      name: 'retire',
      post: '/books/retire/{id}',
      permission: 'disable',
      confirm: true,
      danger: true,
      body: { state: 2 },
    },
    { name: 'lock', post: '/books/lock', permission: 'disable', on: 'bulk' },
  ],
});
const shopResource = defineResource<Record<string, unknown>>({
  schema: 'shop',
  permission: { base: 'shop', route: 'shoplist' },
  route: { list: '/basics/shop' },
  api: {
    list: '/basics/shop/list',
    save: '/basics/shop/save',
    delete: '/basics/shop/delete/{id}',
    options: '/basics/shoplist',
  },
  options: { fields: ['shopName', 'city'] },
});

export const testSource: WholeSource = {
  schemas: {
    book: () => Promise.resolve(book),
    shop: () => Promise.resolve(shop),
    note: () => Promise.resolve(note),
    copy: () => Promise.resolve(copy),
    booklet: () => Promise.resolve(booklet),
  },
  resources: [bookResource, shopResource] as readonly ResourceDeclaration<never>[],
  codes: {
    bookState: [
      { code: 0, tone: 'done' },
      { code: 1, tone: 'active' },
      { code: 2, tone: 'late' },
    ],
  },
};

export const testModel = (): AdminModel => createAdminModel(adminSource(testSource));
