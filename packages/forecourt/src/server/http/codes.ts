import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { CodeTables } from '../../model/index.ts';
import type { Language } from '../contract.ts';
import type { Messages } from '../messages.ts';
import { textAnswer } from './envelope.ts';
import { addRoute } from './route.ts';

interface Labels {
  readonly text: string;
  readonly tag: string;
}

function labelsIn(language: Language, codes: CodeTables, messages: Messages): Labels {
  const tables = Object.entries(codes).map(([table, values]) => [
    table,
    values.map(({ code }) => ({ code, label: messages.find(language, `codes.${table}.${code}`) ?? String(code) })),
  ]);
  const text = JSON.stringify(Object.fromEntries(tables));
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}

/** All code tables with labels in the language of the request; unchanged ones cost a browser nothing. */
export function addCodes(app: FastifyInstance, codes: CodeTables, messages: Messages): void {
  const labels = new Map(messages.languages.map((language) => [language, labelsIn(language, codes, messages)]));
  addRoute(app, {
    method: 'GET',
    path: '/basics/codes',
    permission: 'session',
    async handle(request) {
      const { text, tag } = labels.get(request.language)!;
      const headers = { etag: tag, 'cache-control': 'private, no-cache', vary: 'accept-language, authorization' };
      if (request.headers['if-none-match'] === tag) return { http: 304, headers };
      const answer = textAnswer(request, text);
      return { ...answer, headers: { ...answer.headers, ...headers } };
    },
  });
}
