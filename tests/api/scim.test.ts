import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsOf } from './accounts.ts';
import type { Client } from './app.ts';
import { directoryOf, type Ask, type Told } from './directory.ts';
import { accepted, startRentalApp, type RentalApp } from './rental.ts';
import { routesOf } from './routes.ts';

let test: RentalApp;
let admin: Client;
let scim: Ask;
beforeAll(async () => {
  test = await startRentalApp({ clock: Date.now });
  admin = await test.as('admin');
  scim = directory.withKey(await directory.keyFor(await idOf('admin')));
});
afterAll(() => test.close());

const lazyApp = new Proxy({} as RentalApp, { get: (_none, name) => test[name as keyof RentalApp] });
const accounts = accountsOf(lazyApp, () => admin);
const directory = directoryOf(
  () => test,
  () => admin,
);

async function idOf(username: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from "user" where username = ${username}`.execute(test.db);
  return rows[0]!.id;
}
const roleOf = async (id: number): Promise<unknown> => (await accounts.userRow(id))['roleId'];

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const ops = (...Operations: readonly unknown[]) => ({ schemas: [PATCH], Operations });

let people = 0;
/** As Entra posts a user; Okta's is the same but for what is said below. */
const person = (changes: object = {}) => {
  const name = `person${++people}`;
  return {
    schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: `ext-${name}`,
    userName: `${name}@corp.example`,
    active: true,
    displayName: `Person ${name}`,
    emails: [{ primary: true, type: 'work', value: `${name}@corp.example` }],
    meta: { resourceType: 'User' },
    name: { formatted: `Person ${name}`, familyName: name, givenName: 'Person' },
    title: 'Clerk',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Desk' },
    ...changes,
  };
};
async function made(changes: object = {}): Promise<{ id: number; body: Record<string, unknown>; etag: string }> {
  const told = await scim('POST', '/Users', person(changes));
  expect(told).toMatchObject({ status: 201 });
  return { id: Number(told.body['id']), body: told.body, etag: told.headers.get('etag')! };
}
let groups = 0;
async function madeGroup(): Promise<number> {
  const told = await scim('POST', '/Groups', { schemas: [GROUP], displayName: `Team ${++groups}` });
  expect(told).toMatchObject({ status: 201 });
  return Number(told.body['id']);
}
const ofFilter = async (path: string, filter: string) =>
  (await scim('GET', `${path}?filter=${encodeURIComponent(filter)}`)).body;

function refused(told: Told, status: number, scimType?: string): void {
  expect(told.body).toEqual({
    schemas: [ERROR],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: expect.stringMatching(/\S/),
  });
  expect(told).toMatchObject({ status, type: 'application/scim+json; charset=utf-8' });
}

describe('filters', () => {
  it('that multiply beyond measure are refused at once, and long lists of names are not', async () => {
    const wide = Array(40).fill('(id eq "1" or id eq "2")').join(' and ');
    refused(await scim('GET', `/Users?filter=${encodeURIComponent(wide)}`), 400, 'invalidFilter');
    const long = Array(40).fill('userName eq "(or or or)"').join(' or ');
    expect(await ofFilter('/Users', long)).toMatchObject({ totalResults: 0 });
  });
});

describe('the door of directories', () => {
  it('lets in an API key that is for directories, and nothing else, to every call', async () => {
    const clerk = await idOf('clerk');
    const session = (await accounts.makeUser()).client.token!;
    const key = await directory.keyFor(await idOf('admin'));
    const ways: Readonly<Record<string, readonly [string | undefined, number, string?]>> = {
      nobody: [undefined, 401],
      'made up': [`Bearer ${'a'.repeat(43)}`, 401],
      basic: ['Basic YWRtaW46YWRtaW4=', 401],
      session: [`Bearer ${session}`, 401],
      'plain key': [`Bearer ${await directory.keyFor(await idOf('admin'), { scim: false })}`, 403],
      'key of who may not': [`Bearer ${await directory.keyFor(clerk)}`, 403],
      'from elsewhere': [`Bearer ${await directory.keyFor(await idOf('admin'), { addresses: '10.9.9.9' })}`, 403],
      'in the address': [`Bearer ${key}`, 401, `?key=${key}`],
    };
    const routes = routesOf(test.app).filter(({ url, method }) => url.startsWith('/scim/') && method !== 'HEAD');
    expect(routes).toHaveLength(17);
    const wrong: string[] = [];
    for (const { method, url, permission } of routes)
      for (const [way, [authorization, status, query = '']] of Object.entries(ways)) {
        const path = url.replace('/scim/v2', '').replace(':id', '999999999');
        const told = await directory.ask(authorization, method, path + query, method === 'GET' ? undefined : {});
        const open = way === 'key of who may not' && permission === 'session';
        if (open ? told.status >= 500 || told.status === 403 : told.status !== status)
          wrong.push(`${method} ${url} by ${way}: ${told.status}`);
        if (told.status >= 400 && told.body['status'] !== String(told.status))
          wrong.push(`${method} ${url}: no error of SCIM`);
      }
    expect(wrong).toEqual([]);
  });

  it('changes nothing by a key that reads only', async () => {
    const reads = directory.withKey(await directory.keyFor(await idOf('admin'), { readsOnly: true }));
    expect(await reads('GET', '/Users?count=1')).toMatchObject({ status: 200 });
    refused(await reads('POST', '/Users', person()), 403);
  });

  it('counts the calls of a key as of any other', async () => {
    const few = directory.withKey(await directory.keyFor(await idOf('admin'), { perMinute: 2 }));
    expect((await few('GET', '/Users?count=0')).headers.get('ratelimit-limit')).toBe('2');
    await few('GET', '/Users?count=0');
    const third = await few('GET', '/Users?count=0');
    refused(third, 429);
    expect(third.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('says what it can do, with the schemas and the types of what it keeps', async () => {
    const config = await scim('GET', '/ServiceProviderConfig');
    expect(config).toMatchObject({
      status: 200,
      type: 'application/scim+json; charset=utf-8',
      body: { patch: { supported: true }, bulk: { supported: false }, etag: { supported: true } },
    });
    expect((await scim('GET', '/Schemas')).body).toMatchObject({
      totalResults: 2,
      Resources: [{ id: USER }, { id: GROUP }],
    });
    expect((await scim('GET', `/Schemas/${USER}`)).body).toMatchObject({ name: 'User' });
    expect((await scim('GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 2 });
    expect((await scim('GET', '/ResourceTypes/Group')).body).toMatchObject({ endpoint: '/Groups', schema: GROUP });
    refused(await scim('GET', '/Schemas/urn:none'), 404);
    refused(await scim('GET', '/Bulk'), 404);
  });

  it('refuses what is no JSON, no resource and no operation in its own words', async () => {
    const key = await directory.keyFor(await idOf('admin'));
    const response = await fetch(`${await directory.url()}/scim/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
      body: '{"userName":',
    });
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ schemas: [ERROR] })]);
    refused(await scim('POST', '/Users', []), 400, 'invalidSyntax');
    refused(await scim('POST', '/Users', { schemas: [USER] }), 400, 'invalidValue');
    const { id } = await made();
    refused(await scim('PATCH', `/Users/${id}`, { Operations: [] }), 400, 'invalidSyntax');
    refused(await scim('PATCH', `/Users/${id}`, ops({ op: 'twist', path: 'active' })), 400, 'invalidSyntax');
    refused(await scim('PATCH', `/Users/${id}`, ops({ op: 'replace', value: 'x' })), 400, 'noTarget');
    refused(
      await scim('PATCH', `/Users/${id}`, ops({ op: 'replace', path: 'active', value: 'maybe' })),
      400,
      'invalidValue',
    );
    refused(await scim('GET', '/Users?startIndex=x'), 400, 'invalidValue');
    refused(await scim('GET', '/Users/999999999'), 404);
    refused(await scim('GET', '/Users/abc'), 404);
  });
});

describe('users of a directory', () => {
  it('are made without role, password or store, and found by what the directory calls them', async () => {
    const sent = person({ password: 'Not-Taken-1234!' });
    const told = await scim('POST', '/Users', sent);
    const { id } = told.body;
    expect(told).toMatchObject({
      status: 201,
      body: {
        schemas: [USER],
        userName: sent.userName,
        externalId: sent.externalId,
        displayName: sent.displayName,
        name: { familyName: sent.name.familyName, givenName: 'Person' },
        emails: [{ value: sent.userName, type: 'work', primary: true }],
        active: true,
        groups: [],
        meta: { resourceType: 'User', version: told.headers.get('etag') },
      },
    });
    expect(told.headers.get('location')).toBe(`${await directory.url()}/scim/v2/Users/${String(id)}`);
    expect(told.body).not.toHaveProperty('password');
    const row = await accounts.userRow(Number(id));
    expect(row).toMatchObject({
      roleId: null,
      password: null,
      dataScope: 1,
      storeIds: [],
      username: sent.userName.split('@')[0],
    });
    for (const filter of [
      `userName eq "${sent.userName.toUpperCase()}"`,
      `externalId eq "${sent.externalId}"`,
      `emails[type eq "work"].value eq "${sent.userName}"`,
      `emails.value eq "${sent.userName}" and active eq true`,
      `id eq "${String(id)}"`,
      `userName eq "nobody" or ${USER}:userName eq "${sent.userName}"`,
    ])
      expect(await ofFilter('/Users', filter)).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect(await ofFilter('/Users', 'userName eq "nobody@corp.example"')).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    for (const filter of ['userName sw "p"', 'nothing eq "1"', 'userName eq', 'phoneNumbers.value eq "1"'])
      refused(await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`), 400, 'invalidFilter');
  });

  it('come a page at a time, with the attributes that are asked for', async () => {
    await Promise.all([made(), made(), made()]);
    const all = (await scim('GET', '/Users?count=200')).body as { totalResults: number; Resources: { id: string }[] };
    const page = (await scim('GET', '/Users?startIndex=2&count=2')).body;
    expect(page).toMatchObject({ startIndex: 2, itemsPerPage: 2, totalResults: all.totalResults });
    expect(page['Resources']).toEqual(all.Resources.slice(1, 3));
    expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ totalResults: all.totalResults, Resources: [] });
    const [one] = (await scim('GET', '/Users?attributes=userName&count=1')).body['Resources'] as object[];
    expect(Object.keys(one!).toSorted()).toEqual(['id', 'meta', 'schemas', 'userName']);
    const [other] = (await scim('GET', '/Users?excludedAttributes=emails,groups&count=1')).body[
      'Resources'
    ] as object[];
    expect(other).not.toHaveProperty('groups');
  });

  it('are changed in the shapes that Entra sends', async () => {
    const { id } = await made({ emails: undefined });
    const url = `/Users/${id}`;
    const email = `moved${id}@corp.example`;
    const told = await scim(
      'PATCH',
      url,
      ops(
        { op: 'Add', path: 'emails[type eq "work"].value', value: email },
        { op: 'Replace', path: 'name.familyName', value: 'Somsak' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+66812345678' },
        { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Desk' },
      ),
    );
    expect(told).toMatchObject({
      status: 200,
      body: { emails: [{ value: email }], name: { familyName: 'Somsak' }, displayName: 'Person Somsak' },
    });
    expect((await scim('PATCH', url, ops({ op: 'Replace', path: 'active', value: 'False' }))).body).toMatchObject({
      active: false,
    });
    expect(await accounts.userRow(id)).toMatchObject({ status: 0 });
    expect((await scim('PATCH', url, ops({ op: 'Replace', path: 'active', value: 'True' }))).body).toMatchObject({
      active: true,
    });
    const dotted = ops({
      op: 'Replace',
      value: { 'name.givenName': 'Nok', displayName: 'Nok S.', externalId: 'other' },
    });
    expect((await scim('PATCH', url, dotted)).body).toMatchObject({
      name: { givenName: 'Nok', familyName: 'Somsak' },
      displayName: 'Nok S.',
      externalId: 'other',
    });
    expect((await scim('PATCH', url, ops({ op: 'Remove', path: 'emails[type eq "work"]' }))).body).not.toHaveProperty(
      'emails',
    );
    expect(await accounts.userRow(id)).toMatchObject({ email: null, name: 'Nok S.' });
  });

  it('are changed in the shapes that Okta sends', async () => {
    const { id, body } = await made();
    const url = `/Users/${id}`;
    expect(await scim('PATCH', url, ops({ op: 'replace', value: { active: false } }))).toMatchObject({
      status: 200,
      body: { active: false },
    });
    const whole = {
      ...body,
      active: true,
      userName: `okta${id}@corp.example`,
      name: { givenName: 'Test', familyName: 'Okta' },
      emails: [
        { primary: false, value: `home${id}@corp.example`, type: 'home' },
        { primary: true, value: `okta${id}@corp.example`, type: 'work' },
      ],
      displayName: 'Test Okta',
      locale: 'en-US',
      password: 'Some-Password-1!',
      groups: [],
    };
    expect(await scim('PUT', url, whole)).toMatchObject({
      status: 200,
      body: {
        active: true,
        userName: `okta${id}@corp.example`,
        displayName: 'Test Okta',
        emails: [{ value: `okta${id}@corp.example` }],
      },
    });
    expect(await accounts.userRow(id)).toMatchObject({ status: 1, password: null, name: 'Test Okta' });
  });

  it('that are switched off have no session and no key left', async () => {
    const user = await accounts.makeUser();
    const key = test.withToken(await directory.keyFor(user.id, { scim: false }));
    accepted(await key.get('/order/list'));
    expect(
      await scim('PATCH', `/Users/${user.id}`, ops({ op: 'Replace', path: 'active', value: 'False' })),
    ).toMatchObject({ status: 200 });
    expect(await user.client.get('/admin/user/info')).toMatchObject({ http: 401 });
    expect(await key.get('/order/list')).toMatchObject({ http: 401 });
    const { rows } = await sql<{ sessions: number; keys: number }>`
      select (select count(*)::int from "_session" where "userId" = ${user.id}) as sessions,
        (select count(*)::int from "apiKey" where "userId" = ${user.id} and status = 1) as keys
    `.execute(test.db);
    expect(rows[0]).toEqual({ sessions: 0, keys: 0 });
    expect(
      await scim('PATCH', `/Users/${user.id}`, ops({ op: 'Replace', path: 'active', value: 'True' })),
    ).toMatchObject({ status: 200 });
    expect(await key.get('/order/list')).toMatchObject({ http: 401 });
  });

  it('go away when they are deleted, and their name is free again', async () => {
    const { id, body } = await made();
    expect(await scim('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: {} });
    refused(await scim('GET', `/Users/${id}`), 404);
    refused(await scim('DELETE', `/Users/${id}`), 404);
    const again = await scim('POST', '/Users', person({ userName: body['userName'], emails: body['emails'] }));
    expect(again.status).toBe(201);
    accepted(await admin.delete(`/admin/user/delete/${String(again.body['id'])}`));
    expect((await scim('POST', '/Users', person({ userName: body['userName'] }))).status).toBe(201);
  });

  it('are one to a user name and an e-mail address, whoever made the other, and at once too', async () => {
    const { body } = await made();
    refused(
      await scim('POST', '/Users', person({ userName: String(body['userName']).toUpperCase() })),
      409,
      'uniqueness',
    );
    refused(await scim('POST', '/Users', person({ emails: body['emails'] })), 409, 'uniqueness');
    refused(await scim('POST', '/Users', person({ userName: 'CLERK' })), 409, 'uniqueness');
    const other = await made();
    refused(
      await scim('PATCH', `/Users/${other.id}`, ops({ op: 'Replace', path: 'userName', value: body['userName'] })),
      409,
      'uniqueness',
    );
    const value = ops({ op: 'Replace', path: 'emails[type eq "work"].value', value: body['userName'] });
    refused(await scim('PATCH', `/Users/${other.id}`, value), 409, 'uniqueness');
    const same = person();
    const both = await Promise.all([scim('POST', '/Users', same), scim('POST', '/Users', same)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('are changed only as they were read, where the directory says so', async () => {
    const { id, etag } = await made();
    const url = `/Users/${id}`;
    const rename = (name: string) => ops({ op: 'replace', path: 'displayName', value: name });
    expect((await scim('GET', url, undefined, { 'if-none-match': etag })).status).toBe(304);
    const first = await scim('PATCH', url, rename('First'), { 'if-match': etag });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).not.toBe(etag);
    refused(await scim('PATCH', url, rename('Second'), { 'if-match': etag }), 412);
    refused(await scim('PUT', url, person(), { 'if-match': etag }), 412);
    refused(await scim('DELETE', url, undefined, { 'if-match': etag }), 412);
    const now = first.headers.get('etag')!;
    const both = await Promise.all([
      scim('PATCH', url, rename('Left'), { 'if-match': now }),
      scim('PATCH', url, rename('Right'), { 'if-match': now }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it('keep the last administrator, and the service account itself', async () => {
    const self = await idOf('admin');
    const off = ops({ op: 'Replace', path: 'active', value: 'False' });
    refused(await scim('PATCH', `/Users/${self}`, off), 400, 'mutability');
    refused(await scim('DELETE', `/Users/${self}`), 400, 'mutability');
    const role = await accounts.makeRole(
      'keeper',
      'user-list',
      'user-add',
      'user-edit',
      'user-delete',
      'user-disable',
      'role-list',
    );
    const keeper = directory.withKey(await directory.keyFor((await accounts.makeUser({ roleId: role })).id));
    refused(await keeper('PATCH', `/Users/${self}`, off), 400, 'mutability');
    refused(await keeper('DELETE', `/Users/${self}`), 403);
    const supers = await roleOf(self);
    refused(
      await scim('PATCH', `/Groups/${String(supers)}`, ops({ op: 'Remove', path: `members[value eq "${self}"]` })),
      400,
      'mutability',
    );
    expect(await accounts.userRow(self)).toMatchObject({ status: 1, roleId: supers, deleteTime: null });
  });

  it('are linked to users who were there before by what the directory finds them by', async () => {
    const user = await accounts.makeUser();
    expect(await ofFilter('/Users', `userName eq "${user.username}"`)).toMatchObject({ totalResults: 1 });
    const told = await scim('PATCH', `/Users/${user.id}`, ops({ op: 'Add', path: 'externalId', value: 'of-entra' }));
    expect(told.body).toMatchObject({ userName: user.username, externalId: 'of-entra' });
    expect(accepted(await user.client.get('/admin/user/info'))).toBeTruthy();
  });
});

describe('groups of a directory', () => {
  it('are roles: made without permissions, renamed, and found by name', async () => {
    const id = await madeGroup();
    const name = `Team ${groups}`;
    const { rows } = await sql<{ menuIds: number[] }>`select "menuIds" from role where id = ${id}`.execute(test.db);
    expect(rows).toEqual([{ menuIds: [] }]);
    const found = await ofFilter('/Groups', `displayName eq "${name}"`);
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ id: String(id), members: [] }] });
    refused(await scim('POST', '/Groups', { schemas: [GROUP], displayName: name.toLowerCase() }), 409, 'uniqueness');
    const renamed = ops({ op: 'replace', value: { id: String(id), displayName: `${name} of Okta` } });
    expect((await scim('PATCH', `/Groups/${id}`, renamed)).status).toBe(204);
    const url = `/Groups/${id}?excludedAttributes=members`;
    expect((await scim('GET', url)).body).toMatchObject({ displayName: `${name} of Okta` });
    expect((await scim('GET', url)).body).not.toHaveProperty('members');
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    refused(await scim('PATCH', `/Groups/${id}`, renamed), 404);
  });

  it('give their role to who joins and take it from who leaves, in the shapes of Entra and Okta', async () => {
    const [one, two] = [(await made()).id, (await made()).id];
    const [team, other] = [await madeGroup(), await madeGroup()];
    const add = (...ids: readonly number[]) => ({
      op: 'Add',
      path: 'members',
      value: ids.map((id) => ({ value: String(id) })),
    });
    expect((await scim('PATCH', `/Groups/${team}`, ops(add(one, two)))).status).toBe(204);
    expect([await roleOf(one), await roleOf(two)]).toEqual([team, team]);
    expect((await scim('GET', `/Users/${one}`)).body).toMatchObject({ groups: [{ value: String(team) }] });
    expect(await ofFilter('/Groups', `id eq "${team}" and members.value eq "${one}"`)).toMatchObject({
      totalResults: 1,
    });
    expect(
      (await scim('PATCH', `/Groups/${team}`, ops({ op: 'Remove', path: `members[value eq "${one}"]` }))).status,
    ).toBe(204);
    expect(await roleOf(one)).toBeNull();
    const okta = { op: 'remove', path: 'members', value: [{ value: String(two), display: 'p' }] };
    expect((await scim('PATCH', `/Groups/${team}`, ops(okta))).status).toBe(204);
    expect(await roleOf(two)).toBeNull();
    const replace = { op: 'replace', path: 'members', value: [{ value: String(one) }] };
    expect((await scim('PATCH', `/Groups/${team}`, ops(replace))).status).toBe(204);
    expect((await scim('PATCH', `/Groups/${other}`, ops(add(one)))).status).toBe(204);
    expect(await roleOf(one)).toBe(other);
    const gone = ops({ op: 'Remove', path: `members[value eq "${one}"]` });
    expect((await scim('PATCH', `/Groups/${team}`, gone)).status).toBeLessThan(500);
    expect(await roleOf(one)).toBe(other);
    const put = {
      schemas: [GROUP],
      displayName: `Team put ${other}`,
      members: [{ value: String(two), display: 'x', $ref: 'y' }],
    };
    expect(await scim('PUT', `/Groups/${other}`, put)).toMatchObject({
      status: 200,
      body: { members: [{ value: String(two) }] },
    });
    expect([await roleOf(one), await roleOf(two)]).toEqual([null, other]);
    refused(await scim('DELETE', `/Groups/${other}`), 409);
  });

  it('take no member that is unknown or a group', async () => {
    const team = await madeGroup();
    const add = (value: unknown) => ops({ op: 'add', path: 'members', value: [value] });
    refused(await scim('PATCH', `/Groups/${team}`, add({ value: '999999999' })), 400, 'invalidValue');
    refused(await scim('PATCH', `/Groups/${team}`, add({ value: 'x' })), 400, 'invalidValue');
    refused(await scim('PATCH', `/Groups/${team}`, add({ value: '1', type: 'Group' })), 400, 'invalidValue');
    refused(await scim('PATCH', '/Groups/999999999', add({ value: '1' })), 404);
  });

  it('give no right that the service account does not hold, and change nobody who holds more', async () => {
    const { id } = await made();
    const role = await accounts.makeRole(
      'directory',
      'user-list',
      'user-add',
      'user-edit',
      'user-delete',
      'role-list',
      'role-edit',
    );
    const keeper = directory.withKey(await directory.keyFor((await accounts.makeUser({ roleId: role })).id));
    const join = ops({ op: 'Add', path: 'members', value: [{ value: String(id) }] });
    refused(await keeper('PATCH', `/Groups/${await accounts.roleId('super')}`, join), 403);
    refused(await keeper('PATCH', `/Groups/${await accounts.roleId('finance')}`, join), 403);
    expect(await roleOf(id)).toBeNull();
    expect((await keeper('PATCH', `/Groups/${role}`, join)).status).toBe(204);
    const finance = await idOf('finance');
    refused(await keeper('PATCH', `/Users/${finance}`, ops({ op: 'replace', path: 'displayName', value: 'X' })), 403);
    refused(await keeper('PATCH', `/Users/${finance}`, ops({ op: 'replace', path: 'externalId', value: 'X' })), 403);
    refused(await keeper('DELETE', `/Users/${finance}`), 403);
    refused(await keeper('PATCH', `/Users/${id}`, ops({ op: 'Replace', path: 'active', value: 'False' })), 403);
  });
});

describe('groups of a directory whose key sees no users', () => {
  it('tell nobody who is a member, and say so where members should change', async () => {
    const [{ id }, group] = [await made(), await madeGroup()];
    const add = ops({ op: 'Add', path: 'members', value: [{ value: String(id) }] });
    expect((await scim('PATCH', `/Groups/${group}`, add)).status).toBe(204);
    const role = await accounts.makeRole('blind', 'role-list', 'role-edit');
    const blind = directory.withKey(await directory.keyFor((await accounts.makeUser({ roleId: role })).id));
    const filter = encodeURIComponent(`members.value eq "${id}"`);
    refused(await blind('GET', `/Groups?filter=${filter}`), 400, 'invalidFilter');
    const all = ops({ op: 'Remove', path: 'members' });
    refused(await blind('PATCH', `/Groups/${group}`, all), 403);
    refused(await blind('PATCH', `/Groups/${group}`, ops({ op: 'Replace', path: 'members', value: [] })), 403);
    expect(await roleOf(id)).toBe(group);
    expect(await ofFilter('/Groups', `members.value eq "${id}"`)).toMatchObject({ totalResults: 1 });
  });
});

describe('what is kept of a directory', () => {
  it('is one line of the operation log a call, with the key and without what was sent, and the history of the user', async () => {
    const { id, body } = await made();
    await scim('PATCH', `/Users/${id}`, ops({ op: 'replace', path: 'displayName', value: 'Somebody Else' }));
    refused(await scim('POST', '/Users', person({ userName: body['userName'] })), 409, 'uniqueness');
    const { rows } = await sql<{ text: string; door: string; action: string; objectId: string | null }>`
      select to_jsonb(l)::text as text, door, action, "objectId" from "operationLog" l where path like '/scim/v2/Users%' order by id desc limit 3
    `.execute(test.db);
    expect(rows.map(({ action }) => action)).toEqual(['save', 'save', 'save']);
    expect(rows[1]!.objectId).toBe(String(id));
    for (const { door, text } of rows) {
      expect(door).toMatch(/^SCIM by fc_live_\w{8}$/);
      expect(text).not.toMatch(/corp\.example|Somebody|ext-p/);
    }
    const { rows: history } = await sql<{ count: number }>`
      select count(*)::int as count from "recordChange" where entity = 'user' and "recordId" = ${id}
    `.execute(test.db);
    expect(history[0]!.count).toBeGreaterThanOrEqual(2);
  });
});

it('does not see who has applied for an account, and lets nobody in by that name', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into "user" (username, name, phone, password, "dataScope", status)
    values ('applicant', 'Applicant', '+66899990001', 'x', 0, 0) returning id
  `.execute(test.db);
  const { id } = rows[0]!;
  expect(await ofFilter('/Users', 'userName eq "applicant"')).toMatchObject({ totalResults: 0 });
  refused(await scim('GET', `/Users/${id}`), 404);
  refused(await scim('PATCH', `/Users/${id}`, ops({ op: 'replace', path: 'active', value: true })), 404);
  refused(await scim('POST', '/Users', person({ userName: 'applicant' })), 409, 'uniqueness');
  const group = await madeGroup();
  const joined = await scim(
    'PATCH',
    `/Groups/${group}`,
    ops({ op: 'add', path: 'members', value: [{ value: String(id) }] }),
  );
  refused(joined, 400, 'invalidValue');
  expect(await accounts.userRow(id)).toMatchObject({ status: 0, roleId: null });
});
