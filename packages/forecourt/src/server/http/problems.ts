import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import type { FailureBody } from './envelope.ts';

const VERSIONS: readonly unknown[] = [undefined, '1', '2'];

/** Throws HTTP 400 for a version of the answers that there is not: nobody gets what he did not ask for. */
export function requireVersion({ headers }: FastifyRequest): void {
  if (!VERSIONS.includes(headers['accept-version'])) throw new Refusal('msg.unknownVersion', { http: 400 });
}

/** Whether the caller wants refusals as real statuses with problem details: the header `Accept-Version: 2`. */
export const asksForProblems = ({ headers }: FastifyRequest): boolean => headers['accept-version'] === '2';

/**
 * The status of a refusal that the envelope answers with HTTP 200: 422 where fields are to blame, else the one that the envelope names.
 *
 * @example statusOf(200, { statusCode: 400, message: '…', data: { errors: { name: '…' } } }) // 422
 */
export function statusOf(http: number, { statusCode, data }: FailureBody): number {
  if (http !== 200) return http;
  return statusCode === 400 && data?.['errors'] ? 422 : statusCode;
}

/** Answers problem details (RFC 9457): `code` says in no language what it is, `errors` which fields are to blame. */
export function sendProblem(reply: FastifyReply, http: number, body: FailureBody, key: string): FastifyReply {
  const status = statusOf(http, body);
  const problem = {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail: body.message,
    code: key.replace(/^msg\./, ''),
    ...body.data,
  };
  return reply.code(status).type('application/problem+json; charset=utf-8').send(JSON.stringify(problem));
}
