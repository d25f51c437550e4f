import type { FastifyInstance } from 'fastify';
import { exportParameters, permissionKey, type Resource } from '../../../model/index.ts';
import type { DataLayer, ExportChoices, ListQuery } from '../../data/index.ts';
import { refuseFields } from '../../errors.ts';
import { fileAnswer, streamOf } from '../download.ts';
import { callerOf } from '../request.ts';
import { LONG_DEADLINE_MS } from '../deadline.ts';
import { addRoute } from '../route.ts';

export const MIME_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type Format = keyof typeof MIME_TYPES;

function choice<T extends string>(query: Record<string, unknown>, name: string, choices: readonly T[]): T {
  const given = query[name];
  if (given === undefined || given === '') return choices[0]!;
  const found = choices.find((one) => one === given);
  if (!found) throw refuseFields({ [name]: 'msg.unknownCode' });
  return found;
}

/** `format` of a query; CSV by default. */
export const readFormat = (query: Record<string, unknown>, fallback: Format = 'csv'): Format =>
  choice(query, 'format', fallback === 'csv' ? ['csv', 'xlsx'] : ['xlsx', 'csv']);

type Names = ReturnType<typeof exportParameters>;

function readChoices(query: Record<string, unknown>, called: Names): ExportChoices & { format: Format } {
  const columns = query[called.columns];
  if (columns !== undefined && typeof columns !== 'string') throw refuseFields({ [called.columns]: 'msg.invalid' });
  const names = (columns ?? '').split(',').filter((name) => name !== '');
  return {
    format: choice(query, called.format, ['csv', 'xlsx'] as const),
    values: choice(query, called.values, ['labels', 'raw'] as const),
    ...(names.length > 0 && { columns: names }),
  };
}

/**
 * The filtered list of a resource as a file. What is asked of it (`exportParameters`) stands beside the filters of the list; `toListQuery`
 * reads those in
 * the dialect of the resource.
 */
export function addExport(
  app: FastifyInstance,
  data: DataLayer,
  resource: Resource,
  path: string,
  toListQuery: (query: Record<string, unknown>) => ListQuery,
): void {
  const { name, permission } = resource;
  const called = exportParameters(resource);
  addRoute(app, {
    method: 'GET',
    path,
    permission: permissionKey(permission, 'export'),
    deadline: LONG_DEADLINE_MS,
    async handle(request) {
      const query = request.query as Record<string, unknown>;
      const choices = readChoices(query, called);
      const own = new Set<string>(Object.values(called));
      const filters = Object.fromEntries(Object.entries(query).filter(([parameter]) => !own.has(parameter)));
      const stream = await streamOf(data.exportRows(name, toListQuery(filters), callerOf(request), choices), request);
      return fileAnswer(MIME_TYPES[choices.format], `${name}.${choices.format}`, stream);
    },
  });
}
