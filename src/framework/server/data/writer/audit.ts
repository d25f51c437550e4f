import { isStored, type Entity, type MaskName, type Model } from '../../../model/index.ts';
import type { Caller } from '../layer.ts';
import type { Engine } from '../query/index.ts';
import { ident, literal, type Parameters, SQL, joinSql, type Sql } from '../sql/index.ts';
import { mask } from './masks.ts';

/** Entity whose rows are the operation log, when the application has one. */
export const OPERATION_LOG = 'operationLog';

/** Columns of a row that its history never keeps. */
export const unrecorded = (entity: Entity): Sql =>
  SQL`array[${joinSql(['updateTime', ...entity.fields.filter((field) => field.sensitive && isStored(field)).map((field) => field.name)].map(literal))}]::text[]`;

/** Rows of logs have no history of their own. */
export const isRecorded = (entity: Entity): boolean => !entity.log;

const CALL_NUMBERS = 2 ** 31;

/** The same number on everything that one call writes into logs. With the time and the user it names the call. */
const callNumber = ({ call }: Caller): number | null =>
  call ? Math.floor(call.startedAt * 1000) % CALL_NUMBERS : null;

/** What a record's history calls a change: the action of the call, or what happened. */
export const eventOf = (caller: Caller, otherwise: string): string =>
  caller.call ? `${caller.call.module}.${caller.call.action}` : otherwise;

/** `insert into "recordChange"` from a source that yields id, before, after and detail. */
export function recordChange(caller: Caller, entity: Entity, event: string, parameters: Parameters, source: Sql): Sql {
  const values = [
    parameters.add(new Date(caller.now), 'timestamptz'),
    parameters.add(entity.name, 'text'),
    SQL`s.id`,
    parameters.add(caller.actor.id || null, 'bigint'),
    parameters.add(caller.actor.name || caller.actor.username, 'text'),
    parameters.add(event, 'text'),
    parameters.add(callNumber(caller), 'integer'),
  ];
  return SQL`insert into "recordChange" (time, entity, "recordId", "userId", "userName", event, "callId", before, after, detail) select ${joinSql(values)}, s.before, s.after, s.detail from ${source} s`;
}

const SECRET = /pass(word)?|pwd|secret|token|captcha|^code$|signimage/i;
const MAX_PAYLOAD = 8_000;
interface SensitiveNames {
  readonly secret: ReadonlySet<string>;
  readonly masked: ReadonlyMap<string, MaskName>;
}

const names = new WeakMap<Model, SensitiveNames>();

function sensitiveNames(model: Model): SensitiveNames {
  const known = names.get(model);
  if (known) return known;
  const fields = [...model.entities.values()].flatMap((entity) => entity.fields);
  const found = {
    secret: new Set(fields.filter((field) => field.sensitive).map((field) => field.name)),
    masked: new Map(fields.flatMap((field) => (field.mask ? [[field.name, field.mask] as const] : []))),
  };
  names.set(model, found);
  return found;
}

/** The input of a call as the operation log may keep it: secrets and whatever a schema masks hidden, oversized input cut (D-LOG-01). What is no object is kept as `body`. */
function redact(model: Model, payload: unknown): unknown {
  const { secret, masked } = sensitiveNames(model);
  const visit = (value: unknown, name: string, depth: number): unknown => {
    if (value !== null && value !== '' && (secret.has(name) || SECRET.test(name))) return '******';
    if (typeof value === 'string') {
      const text = value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '');
      const by = masked.get(name);
      if (by) return mask(by, text);
      return text.length > 500 ? `${text.slice(0, 500)}…` : text;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth > 8) return '…';
    if (Array.isArray(value)) return value.slice(0, 100).map((part) => visit(part, name, depth + 1));
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, 200)
        .map(([key, part]) => [
          key
            .replaceAll('\0', '')
            .replace(/\p{Surrogate}/gu, '')
            .slice(0, 100),
          visit(part, key, depth + 1),
        ]),
    );
  };
  const kept = visit(payload, '', 0);
  if (JSON.stringify(kept).length > MAX_PAYLOAD) return { omitted: 'too large' };
  return typeof kept === 'object' && !Array.isArray(kept) ? kept : { body: kept };
}

/** `insert into` the operation log, one row; undefined without a call or without such a table. `objectId` is SQL or null. */
export function operationLog(
  engine: Engine,
  caller: Caller,
  outcome: { readonly code: number; readonly message: string },
  parameters: Parameters,
  objectId: Sql,
  from = SQL``,
): Sql | undefined {
  const entity = engine.model.entities.get(OPERATION_LOG);
  const { call, actor } = caller;
  if (!entity || !call) return undefined;
  const cut = (text: string, size: number): string => text.slice(0, size);
  const columns: Readonly<Record<string, () => Sql>> = {
    time: () => parameters.add(new Date(caller.now), 'timestamptz'),
    userId: () => parameters.add(actor.id || null, 'bigint'),
    username: () => parameters.add(cut(actor.username, 32), 'text'),
    module: () => parameters.add(cut(call.module, 40), 'text'),
    action: () => parameters.add(cut(call.action, 60), 'text'),
    method: () => parameters.add(cut(call.method, 10), 'text'),
    path: () => parameters.add(cut(call.path, 300), 'text'),
    objectId: () => (call.object === undefined ? objectId : parameters.add(cut(call.object, 60), 'text')),
    params: () => parameters.add(JSON.stringify(redact(engine.model, call.payload ?? {})), 'jsonb'),
    statusCode: () => parameters.add(outcome.code, 'integer'),
    message: () => parameters.add(cut(outcome.message, 1_000), 'text'),
    callId: () => parameters.add(callNumber(caller), 'integer'),
    ip: () => parameters.add(cut(call.ip, 60), 'text'),
    duration: () => parameters.add(Math.max(0, Math.round(performance.now() - call.startedAt)), 'integer'),
  };
  const stored = Object.keys(columns).filter((name) => entity.byName.has(name));
  return SQL`insert into ${ident(OPERATION_LOG)} (${joinSql(stored.map(ident))}) select ${joinSql(stored.map((name) => columns[name]!()))}${from}`;
}
