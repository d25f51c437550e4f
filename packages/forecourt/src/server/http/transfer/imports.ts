import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { needsProof, permissionKey, type ImportQuestions, type Resource } from '../../../model/index.ts';
import { MAX_FILE_BYTES, type DataLayer } from '../../data/index.ts';
import { refuse, refuseFields } from '../../errors.ts';
import type { Messages } from '../../messages.ts';
import { fileAnswer, streamOf } from '../download.ts';
import { dataAnswer, textAnswer } from '../envelope.ts';
import { asClientError } from '../multipart.ts';
import { callerOf, changeOptions } from '../request.ts';
import { LONG_DEADLINE_MS } from '../deadline.ts';
import { addRoute } from '../route.ts';
import { limitConcurrency } from '../concurrency.ts';
import { MIME_TYPES, readFormat } from './exports.ts';

/** One file at a time: memory and the processor, not speed, are what a file could take from the others. */
const limited = limitConcurrency({ atOnce: 1, waiting: 10 });

interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
  readonly updateBy?: string;
  readonly choices?: Readonly<Record<string, string>>;
}

const MAX_CHOICES = 20_000;

/** The choices of a call: an object of texts. */
function readChoices(text: string): Readonly<Record<string, string>> {
  if (text === '') return {};
  let choices: unknown;
  try {
    choices = JSON.parse(text);
  } catch {
    throw refuseFields({ choices: 'msg.invalid' });
  }
  if (typeof choices !== 'object' || choices === null || Array.isArray(choices))
    throw refuseFields({ choices: 'msg.invalid' });
  if (Object.values(choices).some((value) => typeof value !== 'string')) throw refuseFields({ choices: 'msg.invalid' });
  return choices as Record<string, string>;
}

/** The file of a multipart body, with `updateBy` and `choices` beside it. */
function readUpload(request: FastifyRequest): Promise<Upload> {
  return asClientError(async () => {
    let file: { name: string; bytes: Buffer } | undefined;
    let updateBy: string | undefined;
    let choices: Upload['choices'];
    const limits = { fileSize: MAX_FILE_BYTES, files: 1, fields: 5, fieldSize: MAX_CHOICES };
    const parts = request.parts({ limits });
    for await (const part of parts) {
      if (part.type === 'file' && part.fieldname === 'file') {
        const bytes = await part.toBuffer().catch((error: unknown) => {
          if ((error as { statusCode?: number }).statusCode !== 413) throw error;
          throw refuse('msg.import.fileTooLarge', { max: MAX_FILE_BYTES / 1024 / 1024 });
        });
        file = { name: part.filename ?? '', bytes };
      } else if (part.type === 'field' && part.fieldname === 'updateBy' && typeof part.value === 'string')
        updateBy = part.value === '' ? undefined : part.value;
      else if (part.type === 'field' && part.fieldname === 'choices' && typeof part.value === 'string')
        choices = readChoices(part.value);
      else throw refuseFields({ [part.fieldname.slice(0, 100)]: 'msg.unknownField' });
    }
    if (!file) throw refuseFields({ file: 'msg.required' });
    return { ...file, ...(updateBy !== undefined && { updateBy }), ...(choices && { choices }) };
  });
}

/** The words of every language in which a file may be written. */
const wordsOf = ({ languages, t }: Messages) => languages.map((language) => ({ t: (key: string) => t(language)(key) }));

/** Aborted when the client goes away before it was answered. */
function leaving({ raw: { socket } }: FastifyRequest): { readonly signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const leave = (): void => controller.abort();
  socket.once('close', leave);
  return { signal: controller.signal, done: () => void socket.off('close', leave) };
}

/** The call's file, checked whole: the state of its import as text, or what must be asked first. The log tells the name and size of the file, never what is in it. */
export async function checkUpload(
  { imports }: DataLayer,
  name: string,
  request: FastifyRequest,
  messages: Messages,
): Promise<string | ImportQuestions> {
  const { bytes, ...about } = await readUpload(request);
  request.logged = { payload: { ...about, bytes: bytes.length } };
  const digest = createHash('sha256').update(bytes).digest('base64url');
  const options = changeOptions(request, { ...about, digest });
  const { signal, done } = leaving(request);
  try {
    return await limited(() =>
      imports.check(name, { bytes, ...about }, callerOf(request), wordsOf(messages), { ...options, signal }),
    );
  } finally {
    done();
  }
}

/** The file to fill in. `plain`: CSV unless asked otherwise, the header alone. */
export function addTemplate(
  app: FastifyInstance,
  { imports }: DataLayer,
  { name, path, permission, plain = false }: { name: string; path: string; permission: string; plain?: boolean },
): void {
  addRoute(app, {
    method: 'GET',
    path,
    permission,
    async handle(request) {
      const format = readFormat(request.query as Record<string, unknown>, plain ? 'csv' : 'xlsx');
      const stream = await streamOf(imports.template(name, format, callerOf(request), plain), request);
      return fileAnswer(MIME_TYPES[format], `${name}-import.${format}`, stream);
    },
  });
}

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

function pageOf(request: FastifyRequest): number {
  const { pageNo = '1', ...others } = request.query as Record<string, unknown>;
  for (const name of Object.keys(others)) throw refuseFields({ [name]: 'msg.unknownField' });
  if (typeof pageNo !== 'string' || !/^[1-9]\d{0,5}$/.test(pageNo)) throw refuseFields({ pageNo: 'msg.badInteger' });
  return Number(pageNo);
}

/**
 * The import of one resource: a file is checked whole (POST), then written in steps (POST …/run, called until it is done), each row once.
 * What was checked waits, so that an import goes on after a lost connection or a restart.
 */
export function addImport(
  app: FastifyInstance,
  data: DataLayer,
  { name, permission, entity }: Resource,
  path: string,
  messages: Messages,
): void {
  const key = permissionKey(permission, 'import');
  const proof = needsProof(entity);
  const { imports } = data;
  addRoute(app, {
    method: 'GET',
    path,
    permission: key,
    async handle(request) {
      const caller = callerOf(request);
      const open = await imports.open(name, caller);
      return dataAnswer(request, { open, updateKeys: imports.updateKeys(name, caller) });
    },
  });
  addTemplate(app, data, { name, permission: key, path: `${path}/template` });
  addRoute(app, {
    method: 'POST',
    path,
    permission: key,
    proof,
    log: { module: name, action: 'importCheck' },
    deadline: LONG_DEADLINE_MS,
    async handle(request) {
      const checked = await checkUpload(data, name, request, messages);
      return typeof checked === 'string' ? textAnswer(request, checked) : dataAnswer(request, checked);
    },
  });
  addRoute(app, {
    method: 'GET',
    path: `${path}/{id}`,
    permission: key,
    handle: async (request) =>
      dataAnswer(request, await imports.state(name, idOf(request), callerOf(request), pageOf(request))),
  });
  addRoute(app, {
    method: 'POST',
    path: `${path}/{id}/run`,
    permission: key,
    proof,
    log: { module: name, action: 'import' },
    async handle(request) {
      const id = idOf(request);
      request.logged = { object: id.slice(0, 60) };
      return textAnswer(request, await imports.run(name, id, callerOf(request), changeOptions(request, { id })));
    },
  });
  addRoute(app, {
    method: 'DELETE',
    path: `${path}/{id}`,
    permission: key,
    log: { module: name, action: 'importDiscard' },
    async handle(request) {
      const id = idOf(request);
      request.logged = { object: id.slice(0, 60) };
      await imports.discard(name, id, callerOf(request));
      return dataAnswer(request, null);
    },
  });
}
