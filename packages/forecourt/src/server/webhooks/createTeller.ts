import { permits, rightTo } from '../../model/index.ts';
import type { Actor } from '../contract.ts';
import type { Caller, DataLayer } from '../data/index.ts';
import { Refusal } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Messages } from '../messages.ts';
import { DeliveryFailure, type Call, type OutgoingAnswer } from '../outbox/index.ts';
import type { SecretBox } from '../secrets/index.ts';
import { compose, type Claimed } from './compose.ts';
import type { Ended } from './createSettling.ts';
import { MAX_TRIES, pauseAfterTry, restAfter } from './schedule.ts';
import { sawDeleted } from './seen.ts';
import { SECRET_PURPOSE, signedHeaders } from './signature.ts';

/** What is sent to try a webhook out. */
export const TEST_TYPE = 'webhook.test';

/** A webhook, as its messages are sent. */
export interface Hook {
  readonly id: number;
  readonly url: string;
  readonly resource: string;
  readonly filter: string | null;
  readonly sentFields: string | null;
  readonly userId: number;
  readonly failures: number;
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly oldUntil: Date | null;
}

export interface TellerOptions {
  readonly data: DataLayer;
  readonly messages: Messages;
  readonly secrets: SecretBox;
  readonly call: Call;
  /** Address of this server, which is no listener. */
  readonly ownAddress: string | undefined;
  readonly log: Logger;
  readonly clock: () => number;
}

/** Tries the messages of one webhook; each ends by itself. */
export type Teller = (
  hook: Hook,
  all: readonly Claimed[],
  owner: Actor | undefined,
) => Promise<readonly (() => Promise<Ended>)[]>;

type Rows = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

/** A filter as it stands in an address, with the fields beside it. Whichever page the address was of, all rows are asked for. */
export function questionOf({
  filter,
  sentFields,
}: Pick<Hook, 'filter' | 'sentFields'>): Readonly<Record<string, string>> {
  const asked = new URLSearchParams(filter ?? '');
  for (const name of ['pageNo', 'pageSize']) asked.delete(name);
  return { ...Object.fromEntries(asked), fields: sentFields || 'id' };
}

/** 410 says that the listener wants nothing more. */
function judge({ status, retryAfterMs }: OutgoingAnswer): void {
  if (status >= 200 && status < 300) return;
  const permanent = status === 410;
  throw new DeliveryFailure(`http ${status}`, { permanent, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

/** What an attempt that failed says of its delivery and of the webhook. */
function failed({ tries }: Claimed, { failures }: Hook, failure: DeliveryFailure, now: number): Ended {
  const last = failure.permanent || tries >= MAX_TRIES;
  const asked = failure.retryAfterMs ?? 0;
  return {
    state: last ? 'failed' : 'queued',
    error: failure.reason,
    taken: false,
    // Who takes other messages is not given up for one that is never taken.
    stop: failure.permanent || (last && failures + 1 >= MAX_TRIES),
    restUntil: new Date(now + Math.max(restAfter(failures + 1), asked)),
    ...(!last && { nextTryTime: new Date(now + Math.max(pauseAfterTry(tries), asked)) }),
  };
}

/** Sends what the owner of a webhook may see, signed. */
export function createTeller(options: TellerOptions): Teller {
  const { data, messages, secrets, log, clock, call } = options;

  function signersOf({ secret, oldSecret, oldUntil }: Hook): readonly string[] {
    const both = oldSecret !== null && oldUntil !== null && oldUntil.getTime() > clock();
    return [secret, ...(both ? [oldSecret] : [])].map((sealed) => secrets.open(sealed, SECRET_PURPOSE));
  }

  function requireOther(url: string): void {
    const own = options.ownAddress;
    if (own !== undefined && new URL(url).host === new URL(own).host)
      throw new DeliveryFailure('address of this server', { permanent: true });
  }

  async function send(hook: Hook, claimed: Claimed, body: string): Promise<Ended> {
    const begun = performance.now();
    const size = Buffer.byteLength(body);
    let httpStatus: number | undefined;
    const told = () => ({ size, duration: Math.round(performance.now() - begun), httpStatus });
    try {
      requireOther(hook.url);
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Forecourt-Webhooks',
        ...signedHeaders({ id: claimed.key, time: clock(), body }, signersOf(hook)),
      };
      const answer = await call({ url: hook.url, headers, body, statusOnly: true });
      httpStatus = answer.status;
      judge(answer);
      return { ...told(), state: 'sent', taken: true };
    } catch (error) {
      const failure = error instanceof DeliveryFailure ? error : new DeliveryFailure('fault');
      if (failure.reason === 'interrupted')
        return { state: 'queued', notTried: true, nextTryTime: new Date(clock()), error: failure.reason };
      const { id, tries: attempt } = claimed;
      log.warn({ webhook: hook.id, delivery: id, attempt, reason: failure.reason }, 'a webhook was not taken');
      return { ...failed(claimed, hook, failure, clock()), ...told() };
    }
  }

  /** Why a webhook cannot go on; undefined while it can. */
  function problemOf({ resource: name }: Hook, owner: Actor | undefined): string | undefined {
    const resource = data.model.resources.get(name);
    if (!owner) return 'owner is locked';
    if (!resource) return 'resource is gone';
    return permits(owner.permissions, resource.permission.route) ? undefined : 'owner lost the right';
  }

  /** The state that was entered is a value of the record, too. */
  function told({ resource: name }: Hook, { actor }: Caller, claimed: Claimed): Claimed {
    const entity = data.model.resources.get(name)?.entity;
    const state = entity?.stateField;
    return !entity || state === undefined || rightTo(actor, entity.name, state) !== 'hidden'
      ? claimed
      : { ...claimed, entered: null };
  }

  async function tell(hook: Hook, caller: Caller, given: Claimed, rows: Rows): Promise<Ended> {
    const claimed = told(hook, caller, given);
    const { recordId, type } = claimed;
    if (type === TEST_TYPE) return send(hook, claimed, compose(claimed, clock()));
    const row = rows.get(recordId!);
    if (row) return send(hook, claimed, compose(claimed, clock(), hook.sentFields ? row : undefined));
    const saw =
      type.endsWith('.deleted') && (await data.read(caller, (context) => sawDeleted(context, hook.resource, claimed)));
    return saw ? send(hook, claimed, compose(claimed, clock())) : { state: 'notSent', error: 'not in sight' };
  }

  return async (hook, all, owner) => {
    let problem = problemOf(hook, owner);
    let rows: Rows = new Map();
    const language = messages.first;
    const caller: Caller = { actor: owner!, language, now: clock(), t: messages.t(language) };
    const ids = all.flatMap(({ recordId }) => (recordId === null ? [] : [recordId]));
    if (problem === undefined && ids.length > 0)
      try {
        rows = await data.among(hook.resource, ids, questionOf(hook), caller);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        problem = 'filter or fields refused';
      }
    const now = new Date(clock());
    return all.map(
      (one) => async () =>
        problem === undefined
          ? tell(hook, caller, one, rows)
          : { state: 'queued', notTried: true, nextTryTime: now, stop: true, error: problem },
    );
  };
}
