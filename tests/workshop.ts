import { defineCall, CREATED, INTEGER, object } from 'forecourt/calls';
import { sql } from 'kysely';
import type { CodeTables, DashboardDeclaration, EntitySchema, ResourceDeclaration } from 'forecourt/model';
import userSchema from '../examples/video-rental/schemas/user.json' with { type: 'json' };
import locale from '../examples/video-rental/locale.json' with { type: 'json' };
import zhCN from '../examples/video-rental/i18n/zh-CN.json' with { type: 'json' };
import {
  defineApplication,
  defineCommand,
  type Application,
  type ApplicationSource,
  type ResourceHooks,
  type ServerModule,
} from 'forecourt/server';
import type { GeneratedTestOptions } from '../packages/forecourt/generated/subject.ts';

/**
 * A small application that has everything the generated tests know. It has places as scope, tickets that only a
 * command makes, and jobs. Jobs have states, required fields of steps, a slot, rights of fields, masks, limits,
 * something unique and something computed.
 */
export const place: EntitySchema = {
  type: 'object',
  required: ['name'],
  'x-title': ['name'],
  'x-scope': 'id',
  properties: { name: { type: 'string', maxLength: 40, 'x-unique': true } },
};

export const ticket: EntitySchema = {
  type: 'object',
  required: ['placeId', 'subject'],
  'x-title': ['subject'],
  'x-scope': 'placeId',
  properties: {
    placeId: { type: 'integer', 'x-ref': { resource: 'place' } },
    subject: { type: 'string', maxLength: 40 },
  },
};

export const job: EntitySchema = {
  type: 'object',
  required: ['number', 'placeId', 'bench'],
  'x-title': ['number'],
  'x-search': ['number', 'phone'],
  'x-scope': 'placeId',
  'x-states': {
    field: 'status',
    initial: 1,
    transitions: [
      { action: 'begin', from: [1], to: 2 },
      { action: 'finish', from: [2], to: 3 },
      { action: 'giveUp', from: [1, 2], to: 4 },
    ],
  },
  'x-rows': { small: { where: { not: { properties: { size: { const: 'large' } } } }, except: 'seeLarge' } },
  'x-exclude': { key: ['bench'], interval: ['fromDay', 'toDay'], message: 'msg.stateChanged' },
  properties: {
    number: { type: 'string', maxLength: 20, minLength: 3, 'x-unique': true },
    placeId: { type: 'integer', 'x-ref': { resource: 'place' } },
    ticketId: { type: 'integer', 'x-ref': { resource: 'ticket' } },
    bench: { type: 'integer', minimum: 1, maximum: 9 },
    fromDay: { type: 'string', format: 'date' },
    toDay: { type: 'string', format: 'date', 'x-after': 'fromDay' },
    phone: { type: 'string', maxLength: 20, 'x-mask': 'phone' },
    reason: { type: 'string', maxLength: 60 },
    urgent: { type: 'boolean' },
    urgency: { type: 'string', maxLength: 60, 'x-show': { properties: { urgent: { const: true } } } },
    size: { type: 'string', enum: ['small', 'large'] },
    hours: { type: 'integer', minimum: 0, maximum: 100 },
    cost: { type: 'number', 'x-widget': 'money', minimum: 0, 'x-access': { read: 'cost', write: 'price' } },
    checked: { type: 'string', maxLength: 20, readOnly: true },
    minutes: { type: 'integer', 'x-compute': 'jobMinutes', readOnly: true },
    status: { type: 'integer', 'x-codes': 'jobState', default: 1 },
  },
};

/** A bill that is sent is locked, and its lines with it. */
export const bill: EntitySchema = {
  type: 'object',
  required: ['title'],
  'x-states': { field: 'status', initial: 1, transitions: [{ action: 'send', from: [1], to: 2 }], editable: [1] },
  properties: {
    title: { type: 'string', maxLength: 40 },
    status: { type: 'integer', 'x-codes': 'billState', default: 1 },
    lines: { type: 'array', 'x-many': { resource: 'billLine', field: 'billId' } },
  },
};

const billLine: EntitySchema = {
  type: 'object',
  required: ['billId'],
  properties: {
    billId: { type: 'integer', 'x-ref': { resource: 'bill' } },
    price: { type: 'number', 'x-widget': 'money', minimum: 0 },
  },
};

export const jobs: ResourceDeclaration = {
  schema: 'job',
  palette: { fields: ['size'] },
  report: { path: '/job/report', groups: { place: 'placeId' }, counts: {} },
  list: {
    columns: ['number', 'phone', 'minutes', 'cost', 'status'],
    filters: ['keyword', 'cost', 'status', 'placeId'],
    sort: ['id', 'desc'],
  },
  actions: [
    { name: 'begin', when: { properties: { status: { const: 1 } } } },
    { name: 'finish', ask: ['hours'], permission: 'finish', when: { properties: { status: { const: 2 } } } },
    {
      name: 'giveUp',
      ask: ['reason'],
      require: ['reason'],
      when: { properties: { status: { enum: [1, 2] } } },
    },
  ],
};

/** Two figures of the same rows, which are looked up together. */
const work: DashboardDeclaration = {
  name: 'work',
  path: '/work',
  sections: [
    {
      key: 'all',
      widgets: [
        { key: 'jobs', kind: 'number', of: 'job', figures: { count: {}, hours: { measure: { sum: 'hours' } } } },
      ],
    },
  ],
};

const tickets: ResourceDeclaration = {
  schema: 'ticket',
  permission: { base: 'ticket', route: 'ticket-list' },
  api: { list: '/ticket/list', save: '/ticket/save' },
};

const codes: CodeTables = {
  billState: [{ code: 1 }, { code: 2 }],
  jobState: [{ code: 1 }, { code: 2 }, { code: 3 }, { code: 4 }],
};

const saveTicket = defineCommand(
  defineCall({
    method: 'POST',
    path: '/ticket/save',
    summary: 'A test',
    permission: 'ticket-add',
    input: object({ placeId: INTEGER, subject: { type: 'string', maxLength: 40 } }),
    log: { module: 'ticket', action: 'save' },
    answer: CREATED,
  }),
  {
    async run({ placeId, subject }, context) {
      context.requireScope(placeId);
      return { id: (await context.write.insert('ticket', { placeId, subject })).id };
    },
  },
);

const user = JSON.parse(
  JSON.stringify(userSchema).replaceAll('storeIds', 'placeIds').replaceAll('"resource":"store"', '"resource":"place"'),
) as EntitySchema;

/** What of the application a fault replaces. */
export interface Replaced {
  readonly place?: EntitySchema;
  readonly ticket?: EntitySchema;
  readonly job?: EntitySchema;
  readonly bill?: EntitySchema;
  readonly jobs?: ResourceDeclaration;
  readonly minutes?: string;
  readonly hooks?: ResourceHooks;
  readonly module?: Partial<ServerModule>;
}

/** The application, or one that is wrong in something. */
export function workshop(replaced: Replaced = {}): Application {
  const { minutes = '60', hooks, module } = replaced;
  return defineApplication({
    schemas: {
      'place.json': replaced.place ?? place,
      'ticket.json': replaced.ticket ?? ticket,
      'job.json': replaced.job ?? job,
      'bill.json': replaced.bill ?? bill,
      'billLine.json': billLine,
      'user.json': user,
    },
    resources: [replaced.jobs ?? jobs, tickets] as ApplicationSource['resources'],
    dashboards: [work],
    codes,
    scopeEntity: 'place',
    locale,
    texts: { 'zh-CN': zhCN, 'en-US': zhCN, 'th-TH': zhCN },
    module: {
      commands: [saveTicket],
      computed: {
        jobMinutes: { sql: ({ alias }) => sql`coalesce(${sql.ref(`${alias}.hours`)} * ${sql.raw(minutes)}, 0)::int` },
      },
      ...(hooks && { hooks: { job: hooks } }),
      ...module,
    },
  });
}

let subjects = 0;

/** What the tests are told of it. */
export const workshopOptions: GeneratedTestOptions = {
  made: {
    async ticket(admin, placeId) {
      const { data } = await admin.post<{ id: number }>('/ticket/save', { placeId, subject: `Ticket ${++subjects}` });
      return data.id;
    },
  },
  computed: { job: { minutes: (record) => Number(record['hours'] ?? 0) * 60 } },
};
