import type { FastifyInstance } from 'fastify';
import { needsProof, permissionKey, type ImportState, type Resource } from '../../../model/index.ts';
import type { Caller, DataLayer } from '../../data/index.ts';
import { refuse, refuseFields, Refusal } from '../../errors.ts';
import type { Messages } from '../../messages.ts';
import { dataAnswer } from '../envelope.ts';
import { callerOf } from '../request.ts';
import { LONG_DEADLINE_MS } from '../deadline.ts';
import { addRoute } from '../route.ts';
import { addTemplate, checkUpload } from './imports.ts';

/** What makes a file unreadable as a whole. */
const UNREADABLE: ReadonlySet<string> = new Set(['msg.import.badFile', 'msg.import.noColumns', 'msg.import.empty']);

/** What one call answers: how many records came to be, and why the other rows did not. */
interface Outcome {
  readonly created: number;
  readonly failed: readonly { readonly row: number; readonly message: string }[];
}

/** One line for each row that was not written, however much is wrong with it. */
async function failuresOf({ imports }: DataLayer, name: string, first: ImportState, caller: Caller) {
  const messages = new Map<number, string[]>();
  for (let page = 1; page <= first.errorPages; page++) {
    const { errors } = page === 1 ? first : await imports.state(name, first.id, caller, page);
    for (const { row, label, message } of errors)
      messages.set(row, [...(messages.get(row) ?? []), label === '' ? message : `${label}: ${message}`]);
  }
  return [...messages].map(([row, lines]) => ({ row, message: lines.join('; ') }));
}

/**
 * The declared import in one call: the good rows of a file are written, the others answered with their numbers (`api.importAtOnce`), and
 * the file to fill in (`api.importTemplate`). It is the import in steps, run to its end: each row is written once, also when the call is
 * sent again with its idempotency key. A file of which nothing can be read is refused with `msg.import.failed`.
 */
export function addImportAtOnce(
  app: FastifyInstance,
  data: DataLayer,
  { name, permission, api, entity }: Pick<Resource, 'name' | 'permission' | 'api' | 'entity'>,
  messages: Messages,
): void {
  const key = permissionKey(permission, 'import');
  if (api.importTemplate) addTemplate(app, data, { name, permission: key, path: api.importTemplate, plain: true });
  if (!api.importAtOnce) return;
  addRoute(app, {
    method: 'POST',
    path: api.importAtOnce,
    permission: key,
    proof: needsProof(entity),
    log: { module: name, action: 'import' },
    deadline: LONG_DEADLINE_MS,
    async handle(request) {
      const caller = callerOf(request);
      const checked = await checkUpload(data, name, request, messages).catch((error: unknown) => {
        throw error instanceof Refusal && UNREADABLE.has(error.key) ? refuse('msg.import.failed') : error;
      });
      // Nobody is there to be asked: the call is to say how it means its file.
      if (typeof checked !== 'string')
        throw refuseFields(
          Object.fromEntries(
            checked.questions.map(({ about, choices }) => [
              `choices.${about}`,
              ['msg.import.choose', { values: choices.map(({ value }) => value).join(' ') }] as const,
            ]),
          ),
        );
      let state = JSON.parse(checked) as ImportState;
      // An answer given a second time to the same key tells of the beginning.
      if (state.state !== 'done') state = await data.imports.state(name, state.id, caller);
      while (state.state !== 'done') state = JSON.parse(await data.imports.run(name, state.id, caller)) as ImportState;
      const outcome: Outcome = { created: state.created, failed: await failuresOf(data, name, state, caller) };
      return dataAnswer({ t: request.t }, outcome, 'msg.success.import');
    },
  });
}
