import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import {
  emailOf,
  nextStepOf,
  offeredProviders,
  openTicket,
  ProviderFailure,
  providerOf,
  showsFactor,
  spendOnce,
  subjectOf,
  type Door,
  type Oidc,
  type Provider,
  type SaidWho,
} from '../../../auth/index.ts';
import type { DataLayer } from '../../../data/index.ts';
import { Refusal, refuse } from '../../../errors.ts';
import type { SecretBox } from '../../../secrets/index.ts';
import { dataAnswer } from '../../envelope.ts';
import { readInput } from '../../inputs.ts';
import { noteInLoginLog, originOf } from '../../loginLog.ts';
import { ANONYMOUS, callerOf } from '../../request.ts';
import { addRoute } from '../../route.ts';
import { openSession } from '../../sessions.ts';
import { hashOf, placeOf } from '../sealedCookie.ts';
import { addLogout } from './addLogout.ts';
import { signInAs, type Recognised } from './signInAs.ts';
import { STATE_MINUTES, stateCookies, type State } from './state.ts';

/** Calls a minute from one address. */
const CALLS_PER_MINUTE = 60;

export interface OidcParts {
  readonly data: DataLayer;
  readonly secrets: SecretBox;
  readonly oidc: Oidc;
  /** Where the application is opened; without it no provider is offered: it could not lead back. */
  readonly publicUrl: { readonly url: string; readonly path: string } | undefined;
}

const BEGIN = readInput<{ id: number; redirect?: string; fresh?: boolean }>({
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    redirect: { type: 'string', maxLength: 2000 },
    fresh: { type: 'boolean' },
  },
});
const FINISH = readInput<{ id: number; query: string }>({
  type: 'object',
  additionalProperties: false,
  required: ['id', 'query'],
  properties: { id: { type: 'integer', minimum: 1 }, query: { type: 'string', maxLength: 8000 } },
});

/** A page of this application: nothing that a browser could read as another host. */
const OWN_PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;
const ownPath = (text: string | undefined): string =>
  text !== undefined && OWN_PATH.test(text) && !/^[^?#]*\/\//.test(text) ? text : '';

const TEXTS = { down: 'msg.oidc.down', denied: 'msg.oidc.denied', untrusted: 'msg.oidc.untrusted' } as const;

/** What the login log says of a refusal: more than whoever was refused is told. */
const reasonOf = (error: unknown, said: string): string =>
  error instanceof ProviderFailure ? `${said} (${error.message})` : said;

/** What of a provider's failure is said to whoever wants to sign in. */
export function refusalOf(error: unknown, { name }: Pick<Provider, 'name'>): unknown {
  return error instanceof ProviderFailure ? refuse(TEXTS[error.kind], { name }) : error;
}

/** Sign-in at the company's own provider: its two halves, and its end from either side. */
export async function addOidc(app: FastifyInstance, parts: OidcParts): Promise<void> {
  const { data, secrets, oidc, publicUrl } = parts;
  const cookies = stateCookies(secrets, placeOf(publicUrl));
  /** One address a provider: an answer of one cannot be passed off as another's. */
  const redirectUri = (id: number): string => `${publicUrl!.url}/user/oidc/${id}`;
  const call = { method: 'POST', permission: 'public', perMinute: CALLS_PER_MINUTE } as const;

  async function requireProvider(id: number): Promise<Provider> {
    const provider = publicUrl && (await providerOf(data.db, id));
    if (!provider) throw refuse('msg.oidc.none');
    return provider;
  }

  /** In the name of the provider: its users are made and changed by it. */
  async function recognise(request: FastifyRequest, provider: Provider, { claims }: SaidWho): Promise<Recognised> {
    const caller = callerOf(request);
    const actor = { ...ANONYMOUS, username: provider.name, name: provider.name, scope: 'all' as const };
    const text = await data.change({ ...caller, actor }, (context) => signInAs(context, provider, claims));
    return JSON.parse(text) as Recognised;
  }

  /** Whom the login log names: the user whose account it is, or what the provider says of who is nobody here. */
  async function nameOf({ name, issuer }: Provider, said: SaidWho | undefined): Promise<string> {
    const subject = said && subjectOf(issuer, said.claims);
    if (!said || subject === undefined) return name;
    const { rows } = await sql<{ username: string }>`
      select u.username from "_userIdentity" i join "user" u on u.id = i."userId" where i.issuer = ${issuer} and i.subject = ${subject}
    `.execute(data.db);
    return rows[0]?.username ?? `${name}: ${emailOf(issuer, said.claims)?.address ?? subject}`;
  }

  /** Notes a sign-in that came to nothing, with the reason, and answers what is said of it. */
  async function refused(
    request: FastifyRequest,
    provider: Provider,
    error: unknown,
    said?: SaidWho,
  ): Promise<unknown> {
    const refusal = refusalOf(error, provider);
    if (refusal instanceof Refusal) {
      const message = reasonOf(error, request.t(refusal.key, refusal.params));
      await noteInLoginLog(data.db, request, await nameOf(provider, said), 'failed', message);
    }
    return refusal;
  }

  async function enter(request: FastifyRequest, provider: Provider, said: SaidWho) {
    const { userId, identityId } = await recognise(request, provider, said);
    request.logged = { object: String(userId) };
    const { rows } = await sql<{ username: string; password: string | null }>`
      select username, password from "user" where id = ${userId}
    `.execute(data.db);
    const { username, password } = rows[0]!;
    const door: Door = { identityId, providerSession: said.session ?? null, authTime: said.authTime };
    const user = { id: userId, password, door };
    const shown = showsFactor(said.claims, provider.trustedFactors);
    const next = await nextStepOf(data.db, userId, { shown, byProvider: true });
    const ticket = next && (await openTicket(data.db, user, next));
    if (next && ticket !== undefined) return { username, next, ticket };
    const token = next ? undefined : await openSession(data.db, user, originOf(request));
    if (token === undefined) throw refuse('msg.user.locked');
    await noteInLoginLog(
      data.db,
      request,
      username,
      'success',
      request.t('msg.oidc.signedIn', { name: provider.name }),
    );
    return { username, token };
  }

  /** The sign-in that this browser has begun, once. */
  async function takeState(request: FastifyRequest, id: number, state: string | null): Promise<State> {
    const kept = cookies.read(request.headers.cookie, state ?? '', request.now);
    if (kept?.provider !== id || !(await spendOnce(data.db, hashOf(`state ${kept.state}`), 2 * STATE_MINUTES)))
      throw refuse('msg.oidc.over');
    return kept;
  }

  addRoute(app, {
    method: 'GET',
    path: '/account/oidc/providers',
    permission: 'public',
    handle: async (request) => dataAnswer(request, publicUrl ? await offeredProviders(data.db) : []),
  });
  addRoute(app, {
    ...call,
    path: '/account/oidc/begin',
    async handle(request) {
      const { id, redirect, fresh = false } = BEGIN(request);
      const provider = await requireProvider(id);
      const { url, begun } = await oidc.begin(provider, redirectUri(id), fresh).catch(async (error: unknown) => {
        throw await refused(request, provider, error);
      });
      const cookie = cookies.set(begun.state, { ...begun, provider: id, redirect: ownPath(redirect) }, request.now);
      const answer = dataAnswer(request, { url });
      return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } };
    },
  });
  addRoute(app, {
    ...call,
    path: '/account/oidc/finish',
    log: { module: 'account', action: 'signInByProvider' },
    async handle(request) {
      const { id, query } = FINISH(request);
      const provider = await requireProvider(id);
      const address = new URL(redirectUri(id));
      address.search = query;
      let said: SaidWho | undefined;
      try {
        const kept = await takeState(request, id, address.searchParams.get('state'));
        said = await oidc.finish(provider, address, kept);
        const answer = dataAnswer(request, { ...(await enter(request, provider, said)), redirect: kept.redirect });
        return { ...answer, headers: { ...answer.headers, 'set-cookie': cookies.end(kept.state) } };
      } catch (error) {
        throw await refused(request, provider, error, said);
      }
    },
  });
  await addLogout(app, parts);
}
