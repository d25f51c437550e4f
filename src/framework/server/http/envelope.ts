import type { FastifyReply } from 'fastify';
import type { Translate } from '../messages.ts';

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

/** Answers success; `data` is JSON text, put into the envelope unparsed (D-API-01). */
export function sendText(reply: FastifyReply, t: Translate, data: string, key = 'msg.ok'): FastifyReply {
  return reply.type(JSON_TYPE).send(`${successHead(t, key)}${data}}`);
}

/** Answers success with a value. */
export function sendData(reply: FastifyReply, t: Translate, data: unknown, key = 'msg.ok'): FastifyReply {
  return sendText(reply, t, JSON.stringify(data ?? null), key);
}

export interface FailureBody {
  readonly statusCode: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

export function sendFailure(reply: FastifyReply, http: number, body: FailureBody): FastifyReply {
  return reply.code(http).type(JSON_TYPE).send(JSON.stringify(body));
}
