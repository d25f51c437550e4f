import { sql } from 'kysely';
import {
  compileModel,
  type CodeTables,
  type EntitySchema,
  type Model,
  type ResourceDeclaration,
} from 'forecourt/model';
import outbox from '../../packages/forecourt/src/platform/schemas/outbox.json' with { type: 'json' };
import { platformCodes } from '../../packages/forecourt/src/platform/codes.ts';
import type { Actor, ServerModule } from 'forecourt/server';
import { createDataLayer, type Caller, type DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import type { TestDatabase } from '../postgres.ts';

/** A small product that uses every keyword once: branches, staff, bookings with notes, and rooms that may not be double-booked. */
export const codes: CodeTables = {
  messageState: platformCodes.messageState,
  status: [{ code: 1 }, { code: 2 }, { code: 3 }],
  yesNo: [{ code: 0 }, { code: 1 }],
  kind: [{ code: 'short' }, { code: 'long' }],
};

export const schemas: Record<string, EntitySchema> = {
  outbox: outbox as EntitySchema,
  branch: {
    type: 'object',
    required: ['name'],
    'x-title': ['name'],
    'x-scope': 'id',
    'x-zone': 'zone',
    properties: { name: { type: 'string', maxLength: 60, 'x-unique': 'msg.branch.exists' }, zone: { type: 'string' } },
  },
  person: {
    type: 'object',
    required: ['name'],
    'x-title': ['name'],
    'x-search': ['name', 'phone'],
    'x-delete': 'soft',
    properties: {
      name: { type: 'string', maxLength: 60, 'x-mask': 'name' },
      phone: { type: 'string', maxLength: 30, 'x-mask': 'phone', 'x-unique': true },
      idNo: { type: 'string', maxLength: 30, 'x-mask': 'idCard' },
      secret: { type: 'string', maxLength: 60, writeOnly: true, 'x-sensitive': true },
      salary: { type: 'number', 'x-widget': 'money', 'x-access': { read: 'enable', write: 'enable' } },
      branchIds: { type: 'array', items: { type: 'integer' }, 'x-ref': { resource: 'branch', as: 'branchNames' } },
    },
  },
  booking: {
    type: 'object',
    required: ['fromId', 'toId', 'name'],
    'x-title': ['name'],
    'x-search': ['name', 'phone'],
    'x-scope': ['fromId', 'toId'],
    'x-zone': 'fromId.zone',
    'x-index': [['fromId', 'status', 'createTime']],
    'x-unique': [{ fields: ['number'], message: 'msg.booking.number', where: { status: [1, 2] } }],
    'x-states': {
      field: 'status',
      initial: 1,
      transitions: [{ action: 'finish', from: [1], to: 3 }],
      deletable: [1, 2],
    },
    properties: {
      number: { type: 'string', maxLength: 20 },
      name: { type: 'string', maxLength: 60, 'x-mask': 'name' },
      phone: { type: 'string', maxLength: 30, 'x-mask': 'phone' },
      fromId: { type: 'integer', 'x-ref': { resource: 'branch', as: 'fromName' } },
      toId: { type: 'integer', 'x-ref': { resource: 'branch', as: 'toName', with: { toZone: 'zone' } } },
      personId: { type: 'integer', 'x-ref': { resource: 'person', as: 'personName' } },
      status: { type: 'integer', 'x-codes': 'status', default: 1 },
      kind: { type: 'string', 'x-codes': 'kind', default: 'short' },
      express: { type: 'integer', 'x-codes': 'yesNo', default: 0 },
      expressReason: {
        type: 'string',
        maxLength: 100,
        'x-show': { properties: { express: { const: 1 } } },
        'x-require': { properties: { express: { const: 1 } } },
      },
      price: { type: 'number', 'x-widget': 'money', minimum: 0 },
      day: { type: 'string', format: 'date' },
      startTime: { type: 'string', format: 'date-time' },
      endTime: { type: 'string', format: 'date-time', 'x-after': 'startTime' },
      days: { type: 'integer', minimum: 0, maximum: 365 },
      ratio: { type: 'number' },
      paid: { type: 'boolean' },
      extras: { type: 'array', items: { type: 'string' }, 'x-widget': 'images' },
      cover: { type: 'string', 'x-widget': 'image' },
      detail: {
        type: 'object',
        properties: { colour: { type: 'string', maxLength: 10 }, photo: { type: 'string', 'x-widget': 'image' } },
        additionalProperties: false,
      },
      remark: { type: 'string', 'x-widget': 'text', maxLength: 500 },
      doubled: { type: 'integer', 'x-compute': 'doubled' },
    },
  },
  note: {
    type: 'object',
    required: ['bookingId', 'text'],
    'x-title': ['text'],
    'x-scope': 'bookingId',
    properties: {
      bookingId: { type: 'integer', 'x-ref': { resource: 'booking', as: 'bookingName' } },
      text: { type: 'string', maxLength: 100 },
      urgent: { type: 'boolean' },
      reason: { type: 'string', maxLength: 100, 'x-show': { properties: { urgent: { const: true } } } },
    },
  },
  reservation: {
    type: 'object',
    required: ['room', 'startTime'],
    'x-exclude': { key: ['room'], interval: ['startTime', 'endTime'], message: 'msg.reservation.overlap' },
    properties: {
      room: { type: 'integer' },
      startTime: { type: 'string', format: 'date-time' },
      endTime: { type: 'string', format: 'date-time', 'x-after': 'startTime' },
    },
  },
  operationLog: {
    type: 'object',
    'x-log': 'append',
    required: ['time', 'module', 'action'],
    properties: {
      time: { type: 'string', format: 'date-time' },
      userId: { type: 'integer' },
      username: { type: 'string' },
      module: { type: 'string' },
      action: { type: 'string' },
      objectId: { type: 'string' },
      params: { type: 'object' },
      statusCode: { type: 'integer' },
      message: { type: 'string' },
    },
  },
};

export const resources: ResourceDeclaration[] = [
  {
    schema: 'booking',
    permission: { base: 'booking', route: 'booking-list' },
    api: { list: '/booking/list' },
    list: {
      columns: ['name', 'phone', 'fromId', 'status', 'price', 'startTime', 'kind', 'days'],
      filters: [
        'keyword',
        'status',
        'kind',
        'name',
        'day',
        'price',
        'days',
        'paid',
        'ratio',
        { name: 'branchId', anyOf: ['fromId', 'toId'] },
        { name: 'time', field: 'startTime' },
        { name: 'number', operator: 'startsWith' },
        { name: 'year', field: 'startTime', operator: 'year' },
        { name: 'zone', field: 'fromId.zone', operator: 'equals' },
        { name: 'salary', field: 'personId.salary' },
        { name: 'from', field: 'fromId.name' },
        { name: 'tab', registered: 'tab' },
        { name: 'doubled', field: 'doubled', operator: 'equals' },
        { name: 'remark', field: 'remark' },
        { name: 'created', field: 'createTime' },
      ],
      sort: ['createTime', 'desc'],
    },
    options: { fields: ['name'], where: { status: [1] }, filters: ['fromId'], search: true },
  },
];

export const bookingModule: ServerModule = {
  computed: { doubled: { sql: ({ alias }) => sql`${sql.ref(`${alias}.days`)} * ${2}` } },
  filters: {
    tab: {
      sql: (value, { alias }) => (value === 'long' ? sql`${sql.ref(`${alias}.kind`)} = ${'long'}` : undefined),
      sort: () => ['name', 'asc'],
    },
  },
};

export const model: Model = compileModel({ schemas, resources, codes, scopeEntity: 'branch' });

const ZONE = 'Asia/Bangkok';
export const NOW = Date.UTC(2026, 4, 1, 3, 0, 0);

export const actor = (change: Partial<Actor> = {}): Actor => ({
  id: 1,
  username: 'clerk',
  name: 'Clerk',
  roleId: 1,
  permissions: new Set(['index']),
  scope: 'all',
  facts: {},
  ...change,
});

export const caller = (change: Partial<Actor> = {}, rest: Partial<Caller> = {}): Caller => ({
  actor: actor(change),
  language: 'en-US',
  now: NOW,
  t: (key, params) => (params ? `${key} ${JSON.stringify(params)}` : key),
  call: {
    module: 'booking',
    action: 'save',
    method: 'POST',
    path: '/booking/save',
    ip: '127.0.0.1',
    startedAt: performance.now(),
    payload: {},
  },
  ...rest,
});

export const layer = (database: TestDatabase, module: ServerModule = bookingModule, of: Model = model): DataLayer =>
  createDataLayer({ pool: database.pool, model: of, module, defaultZone: ZONE });

export interface Page {
  readonly list: readonly Record<string, unknown>[];
  readonly total: number;
  readonly pageNo: number;
  readonly pageSize: number;
  readonly totalPage: number;
  readonly totalAtLeast?: boolean;
}

export const pageOf = async (
  data: DataLayer,
  resource: string,
  query: Record<string, unknown>,
  by = caller(),
): Promise<Page> => JSON.parse(await data.list(resource, query, by)) as Page;
