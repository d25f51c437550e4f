import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AfterCommit, Command, Context } from '../contract.ts';
import type { DataLayer } from '../data/index.ts';
import { Archive, archiveOf } from './archive.ts';
import { Download, fileAnswer, streamOf } from './download.ts';
import { Refusal } from '../errors.ts';
import type { FileStore } from '../files/index.ts';
import { LONG_DEADLINE_MS } from './deadline.ts';
import { dataAnswer, messageAnswer, textAnswer } from './envelope.ts';
import { readInput } from './inputs.ts';
import { readTextFile, textFileOf } from './multipart.ts';
import { callerOf, changeOptions } from './request.ts';
import type { SecretBox } from '../secrets/index.ts';
import { addRoute } from './route.ts';
import { requireSender, SIGNED_BYTES } from './signed.ts';

const objectOf = (command: Command, input: Record<string, unknown>): string | undefined => {
  const value = command.log?.object === undefined ? undefined : input[command.log.object];
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 60) : undefined;
};

/**
 * Registers one command: its input is validated by its schema, changing ones run in one transaction with operation log and
 * idempotency key, reading ones on the pool. An input property with `contentMediaType` arrives as the text of an uploaded file.
 */
export function addCommand(
  app: FastifyInstance,
  data: DataLayer,
  command: Command,
  after: AfterCommit,
  secrets: SecretBox,
  store: FileStore,
): void {
  const { method, path, permission, proof, log } = command;
  const changes = method !== 'GET' && command.reads !== true;
  if (changes && !log) throw new Error(`${method} ${path} changes something and says nothing for the operation log`);
  const { sender } = command;
  const signed = permission === 'signed';
  if (signed && (!sender || !changes))
    throw new Error(`${method} ${path} is signed: it changes something, and says who its sender is`);
  const read = readInput(command.input);
  const file = textFileOf(command.input);

  async function inputOf(request: FastifyRequest): Promise<Record<string, unknown>> {
    if (file && request.isMultipart()) request.body = await readTextFile(request, file);
    // Kept before it is judged, so that the log also shows what was refused; a file is not part of it.
    request.logged = { payload: file ? undefined : request.body };
    const input = read(request);
    request.logged = { object: objectOf(command, input), payload: file ? { ...input, [file]: undefined } : input };
    return input;
  }

  /** Does what a signed body asks; one that does not fit is the command's to keep. */
  function taken(request: FastifyRequest, context: Context): Promise<unknown> {
    let input: Record<string, unknown>;
    try {
      input = read(request);
    } catch (error) {
      if (!command.misfit || !(error instanceof Refusal)) throw error;
      return command.misfit(request.body, error, context);
    }
    return command.run(input, context);
  }

  /** What is read; where the reading itself is on record, the line of the log stands before anything goes out. */
  async function reading(request: FastifyRequest, input: Record<string, unknown>): Promise<unknown> {
    if (!log)
      return data.read(callerOf(request), (context) => command.run(input, context), {
        transaction: command.transaction,
        // What is asked for by POST is what a decision rests on: a price, a free car.
        shown: method === 'GET',
      });
    let answer: unknown;
    await data.change(callerOf(request), async (context) => {
      answer = await command.run(input, context);
      return null;
    });
    return answer;
  }

  addRoute(app, {
    method,
    path,
    permission,
    proof,
    perMinute: command.perMinute,
    ...(signed && { largest: SIGNED_BYTES }),
    ...(file && { deadline: LONG_DEADLINE_MS }),
    ...(log && { log: { module: log.module, action: log.action } }),
    async handle(request) {
      if (signed) {
        const actor = requireSender(request, await sender!({ db: data.db, secrets }));
        // What another system sends may name people; its own record of messages is what keeps it.
        const caller = { ...callerOf(request), actor };
        return textAnswer(request, await data.change(caller, (context) => taken(request, context)), command.success);
      }
      const input = await inputOf(request);
      if (changes) {
        const options = { ...changeOptions(request, input), secretAnswer: command.secretAnswer };
        const text = await data.change(callerOf(request), (context) => command.run(input, context), options);
        if (!command.afterCommit || request.agent?.rehearsal) return textAnswer(request, text, command.success);
        const answer = await command.afterCommit(JSON.parse(text) as never, after);
        if (command.said) return messageAnswer(command.said(answer as never, request.t), answer);
        return dataAnswer(request, answer, command.success);
      }
      const answer = await reading(request, input);
      if (!(answer instanceof Download)) return dataAnswer(request, answer, command.success);
      const body =
        answer instanceof Archive
          ? await streamOf(archiveOf(answer.parts, store), request)
          : typeof answer.body === 'string' || Buffer.isBuffer(answer.body)
            ? answer.body
            : await streamOf(answer.body, request);
      return fileAnswer(answer.mimeType, answer.filename, body);
    },
  });
}
