import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Model } from '../../model/index.ts';
import type { Actor, Command } from '../contract.ts';
import { forbidden } from '../errors.ts';
import type { SecretBox } from '../secrets/index.ts';
import type { AgentCall } from './agentCall.ts';
import { callApi } from './callApi.ts';
import { createAnswers } from './answers.ts';
import { errorOf, ProtocolError, readMessage, resultOf, statusOf, type Message } from './protocol.ts';
import type { Json } from './tool.ts';

/** What of an API key decides what an agent may do with it. */
export interface AgentKey {
  readonly id: number;
  readonly actor: Actor;
  readonly readsOnly: boolean;
  readonly agents: 0 | 1 | 2;
  readonly agentsSeeAll: boolean;
}

export interface McpParts {
  readonly model: Model;
  readonly commands: readonly Command[];
  readonly secrets: SecretBox;
  readonly title: string;
  /** JSON Schemas by name, as the description of the API has them. */
  schemas(): Json;
  /** Where browsers open the application, `https://desk.example.com`; without it the host of the request. */
  readonly origin?: string;
  /** Lets in who shows an API key that is for agents, and throws for everybody else. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<AgentKey>;
}

/** A page of another site that calls, through the browser of somebody inside, sends where it comes from. */
function requireOwnOrigin({ headers, protocol, host }: FastifyRequest, own: string | undefined): void {
  const { origin } = headers;
  if (origin !== undefined && origin !== (own ?? `${protocol}://${host}`)) throw forbidden();
}

const send = (reply: FastifyReply, http: number, body: Json): FastifyReply =>
  reply.code(http).type('application/json; charset=utf-8').send(JSON.stringify(body));

/**
 * `POST /mcp`: the Model Context Protocol over HTTP, every message by itself. Whoever calls shows an API key that is for agents; each tool is calls
 * of the API, made with that key.
 */
export function addMcp(app: FastifyInstance, parts: McpParts): void {
  const answers = createAnswers(parts);
  const admitted = new WeakMap<FastifyRequest, AgentKey>();

  const answer = (request: FastifyRequest, message: Message): Promise<Json> =>
    answers(message, {
      key: admitted.get(request)!,
      t: request.t,
      now: request.now,
      api: (call, { rehearsal, once } = {}) => {
        const agent: AgentCall = rehearsal ? { rehearsal } : {};
        return callApi(app, request, call, once === undefined ? { agent } : { agent, once });
      },
    });

  app.route({
    method: 'POST',
    url: '/mcp',
    async onRequest(request, reply) {
      reply.header('cache-control', 'no-store');
      requireOwnOrigin(request, parts.origin);
      admitted.set(request, await parts.admit(request, reply));
    },
    async handler(request, reply) {
      let message: Message | undefined;
      try {
        message = readMessage(request.body, request.headers);
        if (message.id === undefined) return await reply.code(202).send();
        return send(reply, 200, resultOf(message, await answer(request, message)));
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        return send(reply, statusOf(message, error), errorOf(message?.id, error));
      }
    },
  });
  // There are no streams to open and no sessions to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: (_request, reply) => reply.code(405).header('allow', 'POST').send(),
  });
}
