import type { FastifyInstance } from 'fastify';
import type { DataLayer } from '../data/index.ts';
import { refuseFields } from '../errors.ts';
import { textAnswer } from './envelope.ts';
import { pagesNamed } from './menuOfUser.ts';
import { INTEGER, list, object, STRING } from '../../calls/index.ts';
import { add, envelope, parameter, type Paths } from './openapiParts.ts';
import { callerOf } from './request.ts';
import { addRoute } from './route.ts';

/** A person who types asks a few times a second at most. */
const PER_MINUTE = 240;
const PATH = '/search';

/**
 * What the command palette finds: screens by their name in any language, and records by number, phone or name, of every resource that
 * declares `palette` and whose list the user may open.
 */
export function addSearch(app: FastifyInstance, data: DataLayer): void {
  addRoute(app, {
    method: 'GET',
    path: PATH,
    permission: 'session',
    perMinute: PER_MINUTE,
    async handle(request) {
      const { q, ...others } = request.query as Record<string, unknown>;
      for (const name of Object.keys(others)) throw refuseFields({ [name]: 'msg.unknownField' });
      if (q !== undefined && typeof q !== 'string') throw refuseFields({ q: 'msg.invalid' });
      const text = q ?? '';
      const [pages, records] = await Promise.all([
        pagesNamed(data.reads, request.actor, text),
        data.search(text, callerOf(request)),
      ]);
      return textAnswer(request, `{"pages":${JSON.stringify(pages)},"records":${records}}`);
    },
  });
}

export function addSearchPath(paths: Paths): void {
  const hit = object({ id: INTEGER, title: STRING, detail: STRING });
  add(paths, 'GET', PATH, {
    tags: ['session'],
    summary: 'Screens by name, records by number, phone or name',
    parameters: [parameter('q', 'query', STRING)],
    responses: envelope(object({ pages: list(STRING), records: list(object({ resource: STRING, hits: list(hit) })) })),
  });
}
