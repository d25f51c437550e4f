import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider, { type Context } from 'oidc-provider';

/** Where somebody is sent who has signed in at the provider. */
interface Visitor {
  /** Follows an address of the provider until it leads elsewhere, and answers where. */
  visit(address: string): Promise<URL>;
  /** Signs out at the provider, confirms it, and answers where that leads. */
  leave(address: string): Promise<URL>;
}

export interface OidcServer extends Visitor {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  /** Who signs in next, and what is said of whom. */
  account: string;
  readonly claims: Record<string, Record<string, unknown>>;
  /** What the provider says it has checked. */
  factors: readonly string[];
  /** Another browser: nobody is signed in. */
  visitor(): Visitor;
  /** From now on it signs with other keys, and knows the old ones no more. */
  rotateKeys(): Promise<void>;
  /** Does not answer any more. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

interface OidcServerOptions {
  readonly redirectUri: (issuer: string) => string;
  readonly returnUri?: string;
  readonly logoutUri?: string;
  /** Loopback addresses may be led back to. */
  readonly native?: boolean;
}

const CLIENT = 'desk';
const SECRET = 'a-secret-of-the-client-in-the-tests';

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' };
}

function createVisitor(issuer: string): Visitor {
  const cookies = new Map<string, string>();
  async function ask(url: URL, form?: Record<string, string>): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = form && { method: 'POST', body: new URLSearchParams(form) };
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie }, ...sent });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return answer;
  }
  async function follow(answer: Response, from: URL): Promise<URL> {
    let url = from;
    for (let step = 0; step < 10; step++) {
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${url.pathname} answers ${answer.status}: ${await answer.text()}`);
      url = new URL(location, url);
      if (url.origin !== issuer) return url;
      answer = await ask(url);
    }
    throw new Error(`${from.pathname} leads round and round`);
  }
  return {
    visit: async (address) => follow(await ask(new URL(address)), new URL(address)),
    async leave(address) {
      const page = await (await ask(new URL(address))).text();
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
      if (xsrf === undefined) throw new Error(`nothing to confirm: ${page}`);
      const confirm = new URL('/session/end/confirm', issuer);
      return follow(await ask(confirm, { xsrf, logout: 'yes' }), confirm);
    },
  };
}

/** A real OpenID provider on this machine, which lets in whoever it is told to. */
export async function startOidc(options: OidcServerOptions): Promise<OidcServer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server: Server = createServer((request, response) => handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const claims: OidcServer['claims'] = {};

  async function provide(): Promise<void> {
    const provider = new Provider(issuer, {
      jwks: { keys: [await newKey()] },
      cookies: { keys: ['of-the-tests'] },
      conformIdTokenClaims: false,
      // It tells servers on this machine, which its own call would not.
      fetch: (url: string, how: RequestInit & { dispatcher?: unknown }) =>
        fetch(url, { ...how, dispatcher: undefined } as RequestInit),
      clients: [
        {
          client_id: CLIENT,
          client_secret: SECRET,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [options.redirectUri(issuer)],
          ...(options.returnUri && { post_logout_redirect_uris: [options.returnUri] }),
          ...(options.logoutUri && {
            backchannel_logout_uri: options.logoutUri,
            backchannel_logout_session_required: true,
          }),
          ...(options.native && { application_type: 'native' }),
        },
      ],
      claims: {
        openid: ['sub', 'groups', 'stores', 'amr'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username'],
      },
      findAccount: (_context: Context, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...claims[id] }),
      }),
      async loadExistingGrant({ oidc }: Context) {
        const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: { enabled: true },
      },
      pkce: { required: () => true },
      interactions: { url: () => '/interaction' },
    });
    const call = provider.callback();
    handle = (request, response) => {
      if (request.url !== '/interaction') return call(request, response);
      const login = { accountId: self.account, amr: [...self.factors], remember: true };
      void provider.interactionFinished(request, response, { login });
    };
  }

  const stop = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  const self: OidcServer = {
    issuer,
    clientId: CLIENT,
    secret: SECRET,
    account: 'anna',
    claims,
    factors: [],
    ...createVisitor(issuer),
    visitor: () => createVisitor(issuer),
    rotateKeys: provide,
    stop,
    close: () => (server.listening ? stop() : Promise.resolve()),
  };
  await provide();
  return self;
}
