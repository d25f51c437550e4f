import { isStored, type Entity, type Field, type MaskName, type Model } from '../../../model/index.ts';
import type { Call, Caller } from '../caller.ts';
import type { Engine } from '../query/index.ts';
import { column, ident, literal, type Parameters, type PgType, SQL, joinSql, type Sql } from '../sql/index.ts';
import { mask } from '../kinds/index.ts';

/** Entity whose rows are the operation log, when the application has one. */
export const OPERATION_LOG = 'operationLog';

/** Columns of a row that its history never keeps. */
export const unrecorded = (entity: Entity): Sql =>
  SQL`array[${joinSql(['updateTime', ...entity.fields.filter((field) => field.sensitive && isStored(field)).map((field) => field.name)].map(literal))}]::text[]`;

/** Rows of logs have no history of their own. */
export const isRecorded = (entity: Entity): boolean => !entity.log;

/** What the rows of one statement say of their callers where each has its own, by name; columns of `_src`, with "_" before the name. */
const CALLER = {
  time: 'timestamptz',
  userId: 'bigint',
  userName: 'text',
  username: 'text',
  callId: 'integer',
  objectId: 'text',
  params: 'jsonb',
  ip: 'text',
  door: 'text',
  duration: 'integer',
} as const satisfies Readonly<Record<string, PgType>>;

const NAMES = Object.keys(CALLER) as readonly (keyof typeof CALLER)[];

/** The row of `_src` that says who wrote a row, where each has a caller of its own. */
export const WHO = SQL`who`;
export const whose = (alias: 's' | 'n'): Sql =>
  SQL` join _src ${WHO} on ${WHO}."_id" = ${alias === 's' ? SQL`s` : SQL`n`}.id`;

const CALL_NUMBERS = 2 ** 31;

/** The same number on everything that one call writes into logs. With the time and the user it names the call. */
export const callNumber = ({ call }: Caller): number | null =>
  call ? Math.floor(call.startedAt * 1000) % CALL_NUMBERS : null;

/** What a record's history calls a change: the action of the call, or what happened. */
export const eventOf = (caller: Caller, otherwise: string): string =>
  caller.call ? `${caller.call.module}.${caller.call.action}` : otherwise;

/** `insert into "recordChange"` from a source that yields id, before, after and detail; `told`: every row has a caller of its own. */
export function recordChange(
  caller: Caller,
  entity: Entity,
  event: string,
  parameters: Parameters,
  source: Sql,
  told = false,
): Sql {
  const own = (name: keyof typeof CALLER, value: unknown): Sql =>
    told ? column(WHO, `_${name}`) : parameters.add(value, CALLER[name]);
  const values = [
    own('time', new Date(caller.now)),
    parameters.add(entity.name, 'text'),
    SQL`s.id`,
    own('userId', caller.actor.id || null),
    own('userName', caller.actor.name || caller.actor.username),
    parameters.add(event, 'text'),
    own('callId', callNumber(caller)),
  ];
  return SQL`insert into "recordChange" (time, entity, "recordId", "userId", "userName", event, "callId", before, after, detail) select ${joinSql(values)}, s.before, s.after, s.detail from ${source} s${told ? whose('s') : SQL``}`;
}

const SECRET = /pass(word)?|pwd|secret|token|captcha|^code$|signimage/i;
const MAX_PAYLOAD = 8_000;
interface SensitiveNames {
  readonly secret: ReadonlySet<string>;
  readonly masked: ReadonlyMap<string, MaskName>;
}

const names = new WeakMap<Model, SensitiveNames>();

/** Text that says who somebody is and that lists show in full: the log does not (D-ORD-25). */
export const isName = ({ schema: property, mask: own }: Field): boolean =>
  property['x-personal'] === 'identity' &&
  property.type === 'string' &&
  property.format === undefined &&
  own === undefined;

function sensitiveNames(model: Model): SensitiveNames {
  const known = names.get(model);
  if (known) return known;
  const fields = [...model.entities.values()].flatMap((entity) => entity.fields);
  // A name that only rows about people have; one that others share says nothing of whom it names.
  const shared = new Set(fields.flatMap((field) => (field.compute || isName(field) ? [] : [field.name])));
  const ofPeople = fields.filter((field) => isName(field) && !shared.has(field.name));
  const found = {
    secret: new Set(fields.filter((field) => field.sensitive).map((field) => field.name)),
    masked: new Map<string, MaskName>([
      ...ofPeople.map((field) => [field.name, 'name'] as const),
      ...fields.flatMap((field) => (field.mask ? [[field.name, field.mask] as const] : [])),
    ]),
  };
  names.set(model, found);
  return found;
}

/** The masks of a call: those of all fields by their names, and of the names of people that its own entity holds. */
function masksOf(model: Model, module: string): ReadonlyMap<string, MaskName> {
  const { masked } = sensitiveNames(model);
  const own = model.entities.get(module)?.fields.filter(isName) ?? [];
  return own.length === 0 ? masked : new Map([...own.map((field) => [field.name, 'name'] as const), ...masked]);
}

/** The input of a call as the operation log may keep it: secrets, whatever a schema masks and names of people hidden, oversized input cut (D-LOG-01). What is no object is kept as `body`. */
function redact(model: Model, { module, payload = {} }: Pick<Call, 'module' | 'payload'>): unknown {
  const { secret } = sensitiveNames(model);
  const masked = masksOf(model, module);
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
  const { call } = caller;
  if (!call) return undefined;
  const own = ownOf(engine, caller, call);
  return logRow(
    engine,
    call,
    outcome,
    parameters,
    (name) => {
      if (name === 'objectId' && own.objectId === null) return objectId;
      const value = own[name];
      return parameters.add(name === 'params' ? JSON.stringify(value) : value, CALLER[name]);
    },
    from,
  );
}

/** The same for rows of several callers (`told`), whose calls have module, action and path in common with this one. */
export const operationLogs = (
  engine: Engine,
  { call }: Caller,
  outcome: { readonly code: number; readonly message: string },
  parameters: Parameters,
): Sql | undefined =>
  call &&
  logRow(
    engine,
    call,
    outcome,
    parameters,
    (name) => (name === 'objectId' ? SQL`coalesce(${WHO}."_objectId", n.id::text)` : column(WHO, `_${name}`)),
    SQL` from _n n${whose('n')}`,
  );

const cut = (text: string, size: number): string => text.slice(0, size);

/** What a call has for itself in log and history. */
const ownOf = ({ model }: Engine, caller: Caller, call: Call): Readonly<Record<keyof typeof CALLER, unknown>> => ({
  time: new Date(caller.now),
  userId: caller.actor.id || null,
  userName: caller.actor.name || caller.actor.username,
  username: cut(caller.actor.username, 32),
  callId: callNumber(caller),
  objectId: call.object === undefined ? null : cut(call.object, 60),
  params: redact(model, call),
  ip: cut(call.ip, 60),
  door: call.door ?? null,
  duration: Math.max(0, Math.round(performance.now() - call.startedAt)),
});

/** Columns of `_src` that say of a row whose it is, and their types. */
export const CALLER_TYPES: Readonly<Record<string, PgType>> = Object.fromEntries(
  Object.entries(CALLER).map(([name, type]) => [`_${name}`, type]),
);
export function callerColumns(engine: Engine, caller: Caller & { readonly call: Call }): Record<string, unknown> {
  const own = ownOf(engine, caller, caller.call);
  const columns: Record<string, unknown> = {};
  for (const name of NAMES) columns[`_${name}`] = own[name];
  return columns;
}

function logRow(
  { model }: Engine,
  call: Call,
  outcome: { readonly code: number; readonly message: string },
  parameters: Parameters,
  own: (name: keyof typeof CALLER) => Sql,
  from: Sql,
): Sql | undefined {
  const entity = model.entities.get(OPERATION_LOG);
  if (!entity) return undefined;
  const columns: Readonly<Record<string, () => Sql>> = {
    time: () => own('time'),
    userId: () => own('userId'),
    username: () => own('username'),
    module: () => parameters.add(cut(call.module, 40), 'text'),
    action: () => parameters.add(cut(call.action, 60), 'text'),
    method: () => parameters.add(cut(call.method, 10), 'text'),
    path: () => parameters.add(cut(call.path, 300), 'text'),
    objectId: () => own('objectId'),
    params: () => own('params'),
    statusCode: () => parameters.add(outcome.code, 'integer'),
    message: () => parameters.add(cut(outcome.message, 1_000), 'text'),
    callId: () => own('callId'),
    ip: () => own('ip'),
    door: () => own('door'),
    duration: () => own('duration'),
  };
  const stored = Object.keys(columns).filter((name) => entity.byName.has(name));
  return SQL`insert into ${ident(OPERATION_LOG)} (${joinSql(stored.map(ident))}) select ${joinSql(stored.map((name) => columns[name]!()))}${from}`;
}
