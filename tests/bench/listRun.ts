import { application } from '../../src/application.ts';
import { ORDER_FIELDS } from './orderFields.ts';
import type { Served } from './processes.ts';
import { measureEach, type RequestCase, type RequestFigures } from './requestRun.ts';

const LIMIT_MS = 60;
const SECONDS = 1;

/** The first page of every list of the application, that of the orders with what their page asks for, all others with whole rows. */
const CASES: readonly RequestCase[] = [...application.model.resources.values()].flatMap(({ name, api, list }) => {
  const { list: path } = api;
  if (path === undefined) return [];
  const [sortField, order] = list.sort;
  const query = new URLSearchParams({ pageNo: '1', pageSize: '20', sortField, sortOrder: `${order}end` });
  if (name === 'order') query.set('fields', ORDER_FIELDS.join(','));
  return {
    name: `list: ${name}`,
    limit: LIMIT_MS,
    seconds: SECONDS,
    request: () => ({ method: 'GET', path: `/api${path}?${query}` }),
  };
});

/** First pages over all loaded records, at one connection. */
export const measureLists = (served: Served, token: string): Promise<readonly RequestFigures[]> =>
  measureEach(CASES, served, token, '"data":null');
