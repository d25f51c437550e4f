import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { compileFieldRights, WILDCARD, type FieldRights, type Model } from '../../model/index.ts';
import { END_OVER, PASSWORD_OFF, SESSION_END } from '../auth/index.ts';
import type { Actor, Database, Row, ServerModule } from '../contract.ts';
import type { ReadPool } from '../postgres/index.ts';
import { scopeProperty } from './identity.ts';
import { ACTORS_CHANNEL } from './tables.ts';

/** Seconds after which a remembered actor is read again although nothing announced a change. */
const MAX_AGE_SECONDS = 30;
const MAX_REMEMBERED = 10_000;

/** How long the password of a session counts as recently proven, by sign-in or by the call that proves it anew. */
const PROOF_MINUTES = 10;

/** A session that lives. */
export interface LivingSession {
  readonly actor: Actor;
  /** The password was proven within the last ten minutes. */
  readonly proven: boolean;
  /** After so many minutes without use the role ends it; null: never. */
  readonly idleMinutes: number | null;
}

/** An API key that lives. */
export interface LivingKey {
  readonly actor: Actor;
  readonly id: number;
  /** The part of it that may be shown. */
  readonly prefix: string;
  readonly readsOnly: boolean;
  /** From where it may call, as it was typed. */
  readonly addresses: string | null;
  readonly perMinute: number;
  /** What agents may do with it: nothing, read, or change as well. */
  readonly agents: 0 | 1 | 2;
  /** Agents see in full what lists mask, where its user does. */
  readonly agentsSeeAll: boolean;
  /** Agents may send messages. */
  readonly agentsSend: boolean;
  /** A directory may keep users and roles with it. */
  readonly scim: boolean;
}

export interface Actors {
  /** The session, or undefined when it does not exist, has ended, or its user is locked or deleted. */
  ofSession(tokenHash: Buffer): Promise<LivingSession | undefined>;
  /** The API key, or undefined when it does not exist, has ended, was revoked, or its user is locked or deleted. */
  ofKey(hash: string): Promise<LivingKey | undefined>;
  forgetAll(): void;
  /** Remembering is allowed only while changes made by other processes are heard of. */
  remember(allowed: boolean): void;
  /** How often this process has touched what actors are made of; hand it to `settle` after a change. */
  touches(): number;
  /** After a change by this process, once it is committed: forgets everybody when it touched what actors are made of. */
  settle(touchesBefore: number): void;
}

interface ActorSource {
  /** Of the changes by this process. */
  readonly pool: Pool;
  readonly reads: ReadPool;
  readonly model: Model;
  readonly module: Pick<ServerModule, 'userColumns' | 'userScope' | 'userFacts'>;
}

interface ScopeSource {
  readonly model: Model;
  readonly module: Pick<ServerModule, 'userColumns' | 'userScope'>;
}

/** What an actor is made of, of the user `u` and the role `r`. */
const columnsOf = (columns: Readonly<Record<string, string>> = {}): string => `
  u.*, ${Object.entries(columns)
    .map(([name, expression]) => `(${expression}) as "${name}", `)
    .join('')}to_jsonb(r) as "_role", array(
    select m.path from menu m where m.id = any (r."menuIds") and m.path is not null and m.path <> '' and m.status = 1
  ) as "_permissions"`;
const ACTIVE = `u.status = 1 and u."deleteTime" is null`;

const ids = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

/** What a user may see by default: everything, or the records on the user's own list. */
function defaultScope(model: Model, user: Row): 'all' | readonly number[] {
  const property = scopeProperty(model);
  return property === undefined || user['dataScope'] === 0 ? 'all' : ids(user[property]);
}

/** What `userScope` answered. Anything but a scope is a fault, and lets nobody see anything. */
function soundScope(scope: 'all' | readonly number[]): 'all' | readonly number[] {
  if (scope === 'all' || (Array.isArray(scope) && scope.every((id) => Number.isSafeInteger(id)))) return scope;
  throw new Error(`userScope must answer 'all' or a list of ids, not ${JSON.stringify(scope)}`);
}

/** Compiled rights of properties by what is stored: all who have a role share them. */
const compiled = new WeakMap<Model, Map<string, FieldRights | undefined>>();
const MAX_COMPILED = 500;

function fieldsOf(model: Model, role: Row | null): FieldRights | undefined {
  const stored = role?.['fieldRights'] ?? null;
  if (stored === null) return undefined;
  let known = compiled.get(model);
  if (!known) compiled.set(model, (known = new Map()));
  const key = JSON.stringify(stored);
  if (known.has(key)) return known.get(key);
  if (known.size >= MAX_COMPILED) known.clear();
  const rights = compileFieldRights(model.entities, stored);
  known.set(key, rights);
  return rights;
}

function actorOf({ model, module }: Pick<ActorSource, 'model' | 'module'>, user: Row): Actor {
  const word = (name: string): string => (user[name] as string | null) ?? '';
  const role = user['_role'] as Row | null;
  const permissions = new Set(user['_permissions'] as string[]);
  const fields = permissions.has(WILDCARD) ? undefined : fieldsOf(model, role);
  return {
    id: user['id'] as number,
    username: word('username'),
    name: word('name') || word('username'),
    roleId: user['roleId'] as number,
    permissions,
    ...(fields && { fields }),
    scope: scopeOf({ model, module }, user),
    facts: module.userFacts?.(user, role ?? {}) ?? {},
  };
}

/** Who a user is now; undefined where he or she is locked or deleted. */
export async function userAsActor(
  client: Pick<PoolClient, 'query'>,
  source: Pick<ActorSource, 'model' | 'module'>,
  userId: number,
): Promise<Actor | undefined> {
  const { rows } = await client.query<Row>({
    name: 'actor-of-user',
    text: `select ${columnsOf(source.module.userColumns)} from "user" u left join role r on r.id = u."roleId" where u.id = $1 and ${ACTIVE}`,
    values: [userId],
  });
  return rows[0] && actorOf(source, rows[0]);
}

const scopeOf = ({ model, module }: ScopeSource, user: Row): Actor['scope'] =>
  module.userScope ? soundScope(module.userScope(user)) : defaultScope(model, user);

/** What users with these rows may see, stored or not yet: in their order, and by one statement. */
export async function scopesOfUsers(
  db: Database,
  source: ScopeSource,
  rows: readonly Row[],
): Promise<readonly Actor['scope'][]> {
  const columns = sql.raw(columnsOf(source.module.userColumns));
  const { rows: users } = await sql<Row>`
    select ${columns} from jsonb_populate_recordset(null::"user", ${JSON.stringify(rows)}::jsonb) with ordinality u
    left join role r on r.id = u."roleId" order by u.ordinality
  `.execute(db);
  return users.map((user) => scopeOf(source, user));
}

/** Everybody who could sign in now, with the row of each. */
export async function everybody(
  client: Pick<PoolClient, 'query'>,
  source: Pick<ActorSource, 'model' | 'module'>,
): Promise<readonly { readonly actor: Actor; readonly user: Row }[]> {
  const { rows } = await client.query<Row>(
    `select ${columnsOf(source.module.userColumns)} from "user" u left join role r on r.id = u."roleId" where ${ACTIVE} order by u.id`,
  );
  return rows.map((user) => ({ actor: actorOf(source, user), user }));
}

/**
 * Tells of every statement of this process that has touched what actors are made of. The trigger that announces it to
 * all also says it to the statement's own connection (a notice) before it ends. So nobody has to ask.
 */
function onTouch(pool: Pool, tell: () => void): void {
  const heard = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    client.on('notice', ({ message }) => {
      if (message === ACTORS_CHANNEL) tell();
    });
  });
}

/** What is read of an owner, and how many milliseconds it lives from the reading on. */
interface Owner<Kept> {
  readonly kept: Kept;
  readonly lives: number;
}

interface Memory<Kept> {
  of(hash: string): Promise<Kept | undefined>;
  forget(): void;
}

/** Remembers what is behind a hash for half a minute, as long as `allowed` says and nothing that decides it changes. */
function remembered<Kept>(
  read: (hash: string) => Promise<Owner<Kept> | undefined>,
  allowed: () => boolean,
): Memory<Kept> {
  const known = new Map<string, { readonly kept: Kept; readonly expires: number; readonly readAt: number }>();
  let epoch = 0;
  return {
    async of(hash) {
      let owner = known.get(hash);
      const now = performance.now();
      // What has ended meanwhile may have been used at another node.
      if (!owner || owner.expires <= now || now - owner.readAt > MAX_AGE_SECONDS * 1000) {
        const begun = epoch;
        // Before the question: an answer that takes its time makes nothing live longer.
        const readAt = performance.now();
        const found = await read(hash);
        owner = found && { kept: found.kept, expires: readAt + found.lives, readAt };
        // What was read before a change was announced must not outlive the announcement.
        if (owner && allowed() && begun === epoch) {
          if (known.size >= MAX_REMEMBERED) known.clear();
          known.set(hash, owner);
        }
      }
      return owner && owner.expires > performance.now() ? owner.kept : undefined;
    },
    forget() {
      epoch++;
      known.clear();
    },
  };
}

/** Reads who is behind a token or a key, and remembers it until something that decides it changes anywhere (D-PERM-06). */
export function createActors({ pool, reads, model, module }: ActorSource): Actors {
  const columns = columnsOf(module.userColumns);
  const session = `select extract(epoch from ${SESSION_END} - now())::float8 * 1000 as "_lives",
      extract(epoch from s."provenTime" + make_interval(mins => ${PROOF_MINUTES}) - now())::float8 * 1000 as "_proven", ${columns}
    from "_session" s join "user" u on u.id = s."userId" left join role r on r.id = u."roleId" where s."tokenHash" = decode($1, 'hex') and ${ACTIVE}
      and (s."identityId" is not null or not ${PASSWORD_OFF})`;
  const ofNow = (until: string): string => `(extract(epoch from ${until} - now())::float8 * 1000)`;
  const key = `select case when k.hash = $1 then ${ofNow('k."expireTime"')} else ${ofNow('least(k."expireTime", k."oldUntil")')} end as "_lives",
      k.id as "_key", k.prefix as "_prefix", k."readsOnly" as "_readsOnly", k.addresses as "_addresses", coalesce(k."perMinute", 1) as "_perMinute",
      coalesce(k.agents, 0) as "_agents", k."agentsSeeAll" as "_agentsSeeAll", k."agentsSend" as "_agentsSend", k.scim as "_scim", ${columns}
    from "apiKey" k join "user" u on u.id = k."userId" left join role r on r.id = u."roleId"
    where (k.hash = $1 or k."oldHash" = $1) and k.status = 1 and ${ACTIVE}`;
  let remembering = false;
  let touches = 0;

  async function read<Kept>(name: string, text: string, hash: string, keep: (user: Row, at: number) => Kept) {
    const at = performance.now();
    const { rows } = await reads.query<Row>({ name, text, values: [hash] });
    const user = rows[0];
    return user && { kept: keep(user, at), lives: user['_lives'] as number };
  }

  const sessions = remembered(
    async (hash) => {
      const found = await read('actor-of-session', session, hash, (user, at) => ({
        actor: actorOf({ model, module }, user),
        provenUntil: at + (user['_proven'] as number),
        idleMinutes: ((user['_role'] as Row | null)?.['idleMinutes'] ?? null) as number | null,
      }));
      // A limit that is raised later brings none back.
      if (found && found.lives <= 0) await pool.query(END_OVER, [hash]);
      return found;
    },
    () => remembering,
  );
  const keys = remembered(
    (hash) =>
      read('actor-of-key', key, hash, (user): LivingKey => ({
        actor: actorOf({ model, module }, user),
        id: Number(user['_key']),
        prefix: user['_prefix'] as string,
        readsOnly: user['_readsOnly'] !== false,
        addresses: user['_addresses'] as string | null,
        perMinute: user['_perMinute'] as number,
        agents: user['_agents'] as LivingKey['agents'],
        agentsSeeAll: user['_agentsSeeAll'] === true,
        agentsSend: user['_agentsSend'] === true,
        scim: user['_scim'] === true,
      })),
    () => remembering,
  );

  function forgetAll(): void {
    sessions.forget();
    keys.forget();
  }

  // At once for who goes on from here without a call, and again when it is committed (`settle`): meanwhile the old may have been read.
  onTouch(pool, () => {
    touches++;
    forgetAll();
  });

  return {
    async ofSession(tokenHash) {
      const found = await sessions.of(tokenHash.toString('hex'));
      return (
        found && {
          actor: found.actor,
          proven: found.provenUntil > performance.now(),
          idleMinutes: found.idleMinutes,
        }
      );
    },
    ofKey: (hash) => keys.of(hash),
    forgetAll,
    remember(allowed) {
      remembering = allowed;
      forgetAll();
    },
    touches: () => touches,
    settle(touchesBefore) {
      if (touches !== touchesBefore) forgetAll();
    },
  };
}
