import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Translate } from '../messages.ts';
import { asksForProblems, sendProblem } from './problems.ts';

/** All of one answer. Handlers return it; only the route sends. */
export interface Answer {
  /** Default 200. */
  readonly http?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
}

const JSON_TYPE = 'application/json; charset=utf-8';

const heads = new Map<Translate, Map<string, string>>();

/** `{"statusCode":200,"message":"…","data":` – the same text for every answer with this message. */
function successHead(t: Translate, key: string): string {
  let byKey = heads.get(t);
  if (!byKey) heads.set(t, (byKey = new Map()));
  let head = byKey.get(key);
  if (head === undefined) byKey.set(key, (head = `{"statusCode":200,"message":${JSON.stringify(t(key))},"data":`));
  return head;
}

/** JSON text without an envelope. */
export const jsonAnswer = (body: string, more: Pick<Answer, 'http' | 'headers'> = {}): Answer => ({
  ...more,
  headers: { 'content-type': JSON_TYPE, ...more.headers },
  body,
});

/** Whom an answer is for: the language, and whether it was given before to the same idempotency key. */
interface Asker {
  readonly t: Translate;
  readonly replayed?: boolean;
}

/** Success; `data` is JSON text, put into the envelope unparsed (D-API-01). What was done before is said to be. */
export const textAnswer = ({ t, replayed }: Asker, data: string, key = 'msg.ok'): Answer =>
  jsonAnswer(`${successHead(t, replayed ? 'msg.alreadyDone' : key)}${data}}`);

/** Success with a value. */
export const dataAnswer = (asker: Asker, data: unknown, key?: string): Answer =>
  textAnswer(asker, JSON.stringify(data ?? null), key);

/** Success that has more to say than a text of the catalogue: what was left out, and why. */
export const messageAnswer = (message: string, data: unknown): Answer =>
  jsonAnswer(JSON.stringify({ statusCode: 200, message, data }));

export interface FailureBody {
  readonly statusCode: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** Answers a refusal or a fault: in the envelope, or to who asks for version 2 as problem details. `key`: what it is, in no language. */
export function sendFailure(reply: FastifyReply, http: number, body: FailureBody, key: string): FastifyReply {
  if (asksForProblems(reply.request)) return sendProblem(reply, http, body, key);
  return reply.code(http).type(JSON_TYPE).send(JSON.stringify(body));
}

const NO_SUCH_PATH = 'msg.noSuchPath';

/** HTTP 404: of an unknown path or method. */
export const noSuchPath = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendFailure(reply, 404, { statusCode: 404, message: request.t(NO_SUCH_PATH), data: null }, NO_SUCH_PATH);
