import type { Exchange, Request } from './client.ts';
import { ORDER_FIELDS } from './orderFields.ts';
import type { Size } from './size.ts';

/** One measured kind of request: what the product is asked, and which of the bare server's statements answers the same. */
export interface Case {
  readonly name: string;
  readonly bare: string;
  /** Requests per second of the product as a share of the bare server's that the product must reach at 16 connections. */
  readonly reach?: number;
  /** Highest p99 at one connection, milliseconds. */
  readonly p99?: number;
  /** Query of the list this case asks for, by variant; absent for the others. */
  readonly resource?: string;
  readonly variants: readonly Record<string, string>[];
  product(index: number): Request;
  bareRequest(index: number): Request;
}

const VARIANTS = 20;
const indexes = Array.from({ length: VARIANTS }, (_, index) => index);
const query = (values: Record<string, string>): string => new URLSearchParams(values).toString();
let unique = 0;

const listCase = (
  name: string,
  bare: string,
  variants: readonly Record<string, string>[],
  reach: Pick<Case, 'reach' | 'p99'>,
): Case => ({
  name,
  bare,
  ...reach,
  resource: 'order',
  variants,
  product: (index) => ({ method: 'GET', path: `/api/order/list?${query(variants[index % variants.length]!)}` }),
  bareRequest: (index) => ({ method: 'GET', path: `/${bare}/${index % variants.length}` }),
});

/** What the page of the orders asks for. The bare server answers the very statement of the product: the same rows with the same columns. */
const asked = { pageSize: '10', fields: ORDER_FIELDS.join(',') };
const page = { ...asked, pageNo: '1' };

export const casesFor = (size: Size): readonly Case[] => [
  listCase(
    'list: status and store, newest first',
    'list',
    indexes.map((index) => ({ ...page, status: '3', storeId: String(1 + index * 9) })),
    { reach: 0.5, p99: 10 },
  ),
  listCase('list: unfiltered, newest first', 'newest', [page], {}),
  listCase(
    'deep page: the middle',
    'deep',
    indexes.map((index) => ({ ...asked, pageNo: String(Math.round(size.orders / 20) + 1 + index) })),
    { p99: 50 },
  ),
  listCase(
    'search: two Chinese letters',
    'name',
    ['张伟', '王芳', '李娜', '陈静', '刘洋'].map((keyword) => ({ ...page, keyword })),
    { p99: 50 },
  ),
  listCase(
    'search: part of a phone',
    'phone',
    ['4481273', '9120', '77712', '30558', '61009'].map((keyword) => ({ ...page, keyword })),
    { p99: 50 },
  ),
  {
    name: 'read one (vehicle)',
    bare: 'one',
    reach: 0.35,
    variants: [],
    product: (index) => ({ method: 'GET', path: `/api/car/info/${1 + ((index * 997) % size.vehicles)}` }),
    bareRequest: (index) => ({
      method: 'POST',
      path: '/one',
      body: JSON.stringify({ id: 1 + ((index * 997) % size.vehicles) }),
    }),
  },
  {
    name: 'read one (whole order)',
    bare: 'one',
    variants: [],
    product: (index) => ({ method: 'GET', path: `/api/order/info/${1 + ((index * 9973) % size.orders)}` }),
    bareRequest: (index) => ({
      method: 'POST',
      path: '/one',
      body: JSON.stringify({ id: 1 + ((index * 997) % size.vehicles) }),
    }),
  },
  {
    name: 'create (member)',
    bare: 'create',
    reach: 0.25,
    variants: [],
    product: () => ({ method: 'POST', path: '/api/member/save', body: JSON.stringify(member()) }),
    bareRequest: () => ({ method: 'POST', path: '/create', body: JSON.stringify(member()) }),
  },
  {
    name: 'update (member)',
    bare: 'update',
    reach: 0.25,
    variants: [],
    product: (index) => ({
      method: 'POST',
      path: '/api/member/save',
      body: JSON.stringify({ id: 1 + ((index * 7919) % size.members), name: `改名${unique++ % 1000}` }),
    }),
    bareRequest: (index) => ({
      method: 'POST',
      path: '/update',
      body: JSON.stringify({ name: `改名${unique++ % 1000}`, id: 1 + ((index * 7919) % size.members) }),
    }),
  },
];

/** Unlike those of any other run on the same database. */
const STARTED = Date.now();
const RUN = STARTED.toString(36).toUpperCase();
const member = (): Record<string, unknown> => {
  unique++;
  return {
    name: '测试客户',
    countryCode: '+66',
    phone: String(100_000_000 + ((STARTED + unique) % 800_000_000)),
    idType: 2,
    idNo: `${RUN}${unique}`,
    email: 'bench@example.com',
    channel: 4,
  };
};

/** Statements of the bare server that are not the product's own: one plain statement each. */
export const BARE_WRITES = {
  create: {
    text: 'insert into member (name, "countryCode", phone, "idType", "idNo", email, channel) values ($1, $2, $3, $4, $5, $6, $7) returning json_build_object(\'id\', id)::text',
    values: [],
  },
  update: {
    text: 'update member set name = $1, "updateTime" = now() where id = $2 returning json_build_object(\'id\', id)::text',
    values: [],
  },
};

export const productAccepts = (exchange: Exchange): boolean =>
  exchange.status === 200 && exchange.body.startsWith('{"statusCode":200');
export const bareAccepts = (exchange: Exchange): boolean => exchange.status === 200;
