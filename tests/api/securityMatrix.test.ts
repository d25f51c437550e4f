import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { permits } from 'forecourt/server';
import { type Answer, type Client, type Role, startTestApp, type TestApp } from './app.ts';
import { documentedKeys } from './documentedKeys.ts';
import { documentedActions, EXAMPLES } from './rolePermissions.ts';
import { generatedPermissions, pathOf, type RegisteredRoute, routesOf } from './routes.ts';
import { dueToday } from '../turns.ts';

const ROLES: readonly Role[] = [
  'admin',
  'ops',
  'storeManager',
  'clerk',
  'delivery',
  'pickup',
  'finance',
  'fleet',
  'service',
];

/** Everything that answers anybody. Whoever adds to it has to say so here. */
const PUBLIC = [
  'GET /health',
  'GET /health/live',
  'GET /health/ready',
  'POST /admin/user/login',
  'GET /print/order/{id}',
  'GET /account/register',
  'POST /account/sms',
  'POST /account/register',
  'POST /account/signin/code',
  'POST /account/signin/enrol',
  'POST /account/signin/confirm',
  'POST /account/signin/password',
  'GET /account/signin/passkey',
  'POST /account/signin/ways',
  'POST /account/signin/passkey/begin',
  'POST /account/signin/passkey/finish',
  'POST /account/signin/passkey/enrol',
  'POST /account/signin/passkey/confirm',
  'GET /account/oidc/providers',
  'POST /account/oidc/begin',
  'POST /account/oidc/finish',
  'POST /account/oidc/logout/{id}',
  'GET /account/recover',
  'POST /account/recover',
  'POST /account/recover/set',
];
const MADE_UP = ['x', 'Bearer', `Bearer ${'a'.repeat(43)}`, 'Basic YWRtaW46YWRtaW4=', `Bearer ${'0'.repeat(4_000)}`];
/** What the framework serves beside resources and commands. */
const FRAMEWORK: Readonly<Record<string, string>> = {
  'GET /health': 'public',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'POST /admin/user/login': 'public',
  'POST /admin/user/loginout': 'session',
  'GET /admin/user/info': 'session',
  'POST /admin/user/prove': 'session',
  'POST /admin/user/updatepwd': 'session',
  'GET /account/sessions': 'session',
  'POST /account/sessions/end': 'session',
  'POST /account/sessions/endothers': 'session',
  'POST /account/sessions/endall': 'session',
  'POST /account/signin/code': 'public',
  'POST /account/signin/enrol': 'public',
  'POST /account/signin/confirm': 'public',
  'POST /account/signin/password': 'public',
  'GET /account/signin/passkey': 'public',
  'POST /account/signin/ways': 'public',
  'POST /account/signin/passkey/begin': 'public',
  'POST /account/signin/passkey/finish': 'public',
  'POST /account/signin/passkey/enrol': 'public',
  'POST /account/signin/passkey/confirm': 'public',
  'GET /account/oidc/providers': 'public',
  'POST /account/oidc/begin': 'public',
  'POST /account/oidc/finish': 'public',
  'POST /account/oidc/logout/{id}': 'public',
  'GET /account/recover': 'public',
  'POST /account/recover': 'public',
  'POST /account/recover/set': 'public',
  'GET /account/secondfactor': 'session',
  'POST /account/secondfactor/begin': 'session',
  'POST /account/secondfactor/confirm': 'session',
  'POST /account/secondfactor/codes': 'session',
  'POST /account/secondfactor/end': 'session',
  'GET /account/passkeys': 'session',
  'GET /account/proof': 'session',
  'GET /account/identities': 'session',
  'POST /account/identities/remove': 'session',
  'POST /account/passkeys/begin': 'session',
  'POST /account/passkeys/add': 'session',
  'POST /account/passkeys/remove': 'session',
  'POST /account/passkeys/prove/begin': 'session',
  'POST /account/passkeys/prove': 'session',
  'POST /account/devices/forget': 'session',
  'GET /account/register': 'public',
  'POST /account/sms': 'public',
  'POST /account/register': 'public',
  'POST /basics/file/upload': 'session',
  'POST /basics/file/uploads': 'session',
  'POST /basics/file/uploads/{upload}/{offset}': 'session',
  'POST /basics/file/uploads/{upload}/cancel': 'session',
  'GET /basics/file/url': 'session',
  'GET /basics/codes': 'session',
  'GET /search': 'session',
  'GET /live': 'session',
  'GET /live/editing': 'session',
  'POST /live/editing': 'session',
  'POST /live/editing/end': 'session',
  'GET /account/notifications': 'session',
  'GET /account/notifications/unread': 'session',
  'POST /account/notifications/read': 'session',
  'POST /account/notifications/readall': 'session',
  'GET /account/notifications/mail': 'session',
  'POST /account/notifications/mail/save': 'session',
  'GET /openapi.json': 'menu-list',
};

let app: TestApp;
let routes: readonly RegisteredRoute[];
beforeAll(async () => {
  app = await startTestApp();
  // Signing out last, so that the session lives through the others.
  const all = routesOf(app.app).filter(({ url }) => url.startsWith('/api/'));
  const signsOut = ({ url }: RegisteredRoute): number => Number(url.endsWith('/loginout'));
  routes = [...all].sort((a, b) => signsOut(a) - signsOut(b));
});
afterAll(() => app?.close());

/** Keys beside the documented ones: who may change a record sees it before, who books sees what booking needs. */
function furtherKeys(call: string, keys: readonly string[]): readonly string[] {
  const booking = ['GET /carprice/params', 'GET /basics/store/deliveryfeelist'];
  if (booking.includes(call)) return ['order-add', 'order-edit'];
  const base = keys[0]!.replace(/-(detail|edit)$/, '');
  if (call === 'GET /basics/store/festivalseting/{id}') return ['store-detail', 'store-edit'];
  const edited = call.includes('/info/{id}') && !['GET /order/info/{id}', 'GET /order/refund/info/{id}'].includes(call);
  return edited ? [`${base}-detail`, `${base}-edit`] : [];
}

/** Stricter than documented: names and phones of the field staff are for whoever gives them tasks, not for all who see orders. */
const STRICTER: Readonly<Record<string, readonly string[]>> = { 'GET /admin/user/taskuser': ['order-edit'] };

/** HEAD is answered like the GET beside it. */
const callOf = ({ method, url }: RegisteredRoute): string => `${method === 'HEAD' ? 'GET' : method} ${pathOf(url)}`;
const NOBODYS_ID = 999_999_999;

function call(client: Client, { method, url }: RegisteredRoute, body: object = {}): Promise<Answer<never>> {
  return client.inject({
    method: method as 'GET',
    url: url.replace(/:\w+/g, String(NOBODYS_ID)),
    ...(method === 'POST' && { payload: body }),
  });
}

/** HTTP statuses by call where they are not as expected. */
async function surprises(
  client: Client,
  expected: (route: RegisteredRoute) => string,
  seen: (http: number) => string,
  asked: readonly RegisteredRoute[] = routes,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const route of asked) {
    // Signing out everywhere takes no input; with one it is refused, and the session goes on.
    const { http } = await call(client, route, /\/end(all|others)$/.test(route.url) ? { no: 'input' } : {});
    if (seen(http) !== expected(route)) wrong.push(`${route.method} ${route.url}: ${http}, not ${expected(route)}`);
  }
  return wrong;
}

async function heldBy(role: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ path: string }>`
    select distinct m.path from role r join menu m on m.id = any(r."menuIds") where r.code = ${role} and m.path is not null
  `.execute(app.db);
  return new Set(rows.map(({ path }) => path));
}

describe('what a route needs', () => {
  test('every route has a permission, and it is the one that the model, the command or the framework says', () => {
    const said = new Map([...generatedPermissions(), ...Object.entries(FRAMEWORK)]);
    const differing = routes
      .filter((route) => JSON.stringify(route.permission) !== JSON.stringify(said.get(callOf(route))))
      .map((route) => [callOf(route), route.permission, said.get(callOf(route)) ?? 'nobody says anything']);
    expect(differing).toEqual([]);
  });

  test('everything that was declared is served', () => {
    const served = new Set(routes.map(callOf));
    expect([...generatedPermissions().keys(), ...Object.keys(FRAMEWORK)].filter((one) => !served.has(one))).toEqual([]);
  });

  test('the public calls are these and no others', () => {
    const open = new Set(routes.filter(({ permission }) => permission === 'public').map(callOf));
    expect([...open].sort()).toEqual([...PUBLIC].sort());
  });

  test('the documented calls need the documented keys', () => {
    const differing = routes.flatMap((route) => {
      const keys = STRICTER[callOf(route)] ?? documentedKeys.get(callOf(route));
      const documented = keys && [...new Set([...keys, ...furtherKeys(callOf(route), keys)])];
      const actual = [route.permission].flat();
      return documented && actual.toSorted().join() !== documented.toSorted().join()
        ? [`${callOf(route)} needs ${actual.join('|')}, not ${documented.join('|')}`]
        : [];
    });
    expect([...new Set(differing)]).toEqual([]);
  });
});

describe('who gets through', () => {
  const signedOut = (route: RegisteredRoute): string => (route.permission === 'public' ? 'open' : 'refused');
  const isOpen = (http: number): string => (http === 401 ? 'refused' : http === 403 ? 'forbidden' : 'open');

  test('nobody without a token, but to the public calls', async () => {
    expect(await surprises(app.nobody, signedOut, isOpen)).toEqual([]);
  });

  // A token is read before anybody asks which call it is for: each call gets another of them from day to day.
  test.each(MADE_UP.map((token, place) => [token, place] as const))(
    'nobody with the made-up token %.30s',
    async (authorization, place) => {
      const stranger: Client = {
        ...app.nobody,
        inject: (options) => app.nobody.inject({ ...options, headers: { authorization } }),
      };
      const asked = dueToday(routes, MADE_UP.length, place);
      expect(await surprises(stranger, signedOut, isOpen, asked)).toEqual([]);
    },
  );

  test.each(ROLES)(
    '%s reaches exactly what the role holds',
    async (role) => {
      const client = await app.signIn(role);
      const held = await heldBy(role === 'admin' ? 'super' : role);
      const mayCall = ({ permission, ...route }: RegisteredRoute): string => {
        if (permission === 'public' || permission === 'session') return 'open';
        if (permission === 'signed') return 'refused';
        // Without an id a save adds.
        const isSave = Array.isArray(permission) && /-add$/.test(String(permission[0])) && route.url.endsWith('/save');
        return permits(held, isSave ? String(permission[0]) : (permission ?? 'none')) ? 'open' : 'forbidden';
      };
      // HEAD needs what the GET beside it needs, and is that GET: each has its turn with every role.
      const asked = routes.filter(({ method }) => method !== 'HEAD');
      const heads = dueToday(
        routes.filter(({ method }) => method === 'HEAD'),
        ROLES.length,
        ROLES.indexOf(role),
      );
      expect(await surprises(client, mayCall, isOpen, [...heads, ...asked])).toEqual([]);
      // Every call there is, one after the other: a busy machine takes its time.
    },
    120_000,
  );

  test.each(ROLES)('%s changes records only with the key to change', async (role) => {
    const client = await app.signIn(role);
    const held = await heldBy(role === 'admin' ? 'super' : role);
    const wrong: unknown[] = [];
    for (const route of routes) {
      const edit = [route.permission].flat().find((key) => key?.endsWith('-edit'));
      if (!route.url.endsWith('/save') || !edit) continue;
      const { http } = await call(client, route, { id: NOBODYS_ID });
      if ((http === 403) === permits(held, edit)) wrong.push([route.url, http, edit]);
    }
    expect(wrong).toEqual([]);
  });

  test.each(ROLES.filter((role) => role !== 'admin'))('%s holds at first start what is documented', async (role) => {
    const held = [...(await heldBy(role))].filter((key) =>
      /-(add|edit|delete|enable|disable|import|export|query|detail)$/.test(key),
    );
    expect(held.filter((key) => !key.startsWith('dashboard-')).sort()).toEqual([...documentedActions(role)].sort());
  });

  test.each(EXAMPLES)('%s: only %s, %s, %s', async (example, ...may) => {
    const [method, path] = example.split(' ');
    const through: Role[] = [];
    for (const role of ROLES) {
      const client = await app.as(role);
      // With an id, so that a save is a change; who may only add is left out of the examples.
      const { http } = await call(
        client,
        { method: method!, url: `/api${path!.replace('{id}', ':id')}`, permission: undefined, personOnly: false },
        { id: NOBODYS_ID },
      );
      if (http !== 403) through.push(role);
      expect([role, http]).not.toEqual([role, 401]);
    }
    expect(through).toEqual(ROLES.filter((role) => role === 'admin' || may.includes(role)));
  });
});
