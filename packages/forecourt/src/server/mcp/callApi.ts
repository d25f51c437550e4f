import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asAgent, type AgentCall } from './agentCall.ts';
import { isObject } from './protocol.ts';
import type { ApiCall, Json } from './tool.ts';

/** What the API answered: what was done, or why it was not. */
export type ApiAnswer =
  | {
      readonly done: true;
      readonly message?: string;
      readonly data: unknown;
      readonly total?: number;
      readonly replayed: boolean;
    }
  | { readonly done: false; readonly refused: Json };

/** Refusals come as problem details, whose parts are told by the names that the envelope has for them. */
function refusalOf(body: unknown, status: number): Json {
  if (!isObject(body)) return { status, message: 'The call was not done' };
  const { detail, code, errors, title: _title, type: _type, status: _status, ...more } = body;
  return { status, code, message: detail, ...(isObject(errors) && { errors }), ...more };
}

const isEnvelope = (body: unknown): body is { readonly message: string; readonly data: unknown } =>
  isObject(body) && 'statusCode' in body && 'message' in body && 'data' in body;

/**
 * Makes one call of the API as the agent that asks: with its key, from its address, past the same guards as any other call. `once`: the idempotency
 * key.
 */
export async function callApi(
  app: FastifyInstance,
  request: FastifyRequest,
  { method, path, query, body }: ApiCall,
  { agent, once }: { readonly agent: AgentCall; readonly once?: string },
): Promise<ApiAnswer> {
  const { authorization, 'accept-language': language } = request.headers;
  const answer = await asAgent(agent, () =>
    app.inject({
      method,
      url: `/api${path}`,
      ...(query && { query: { ...query } }),
      ...(body && { payload: { ...body } }),
      headers: {
        authorization: authorization!,
        'accept-version': '2',
        ...(language !== undefined && { 'accept-language': language }),
        ...(once !== undefined && { 'idempotency-key': once }),
      },
      remoteAddress: request.ip,
    }),
  );
  const isJson = /\bjson\b/.test(String(answer.headers['content-type'] ?? ''));
  const told: unknown = isJson && answer.payload !== '' ? JSON.parse(answer.payload) : undefined;
  if (answer.statusCode >= 400) return { done: false, refused: refusalOf(told, answer.statusCode) };
  if (!isJson) return { done: false, refused: { status: answer.statusCode, message: 'The answer is a file' } };
  const replayed = answer.headers['idempotency-replayed'] === 'true';
  if (isEnvelope(told)) return { done: true, message: told.message, data: told.data, replayed };
  const total = /\/(\d+)$/.exec(String(answer.headers['content-range'] ?? ''))?.[1];
  return { done: true, data: told, replayed, ...(total !== undefined && { total: Number(total) }) };
}
