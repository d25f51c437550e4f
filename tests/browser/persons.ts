import { signInByApi } from './browser.ts';
import { tokenOf as sessionOf } from './desk.ts';
import { productUrl } from './fixtures.ts';
import { ADMIN } from './server.ts';

export const PASSWORD = 'Copper-Ladder-38';
let made = 0;

export type Json = Record<string, unknown>;

/** A call of the API in the name of a session. */
export async function ask<T = Json>(token: string | undefined, path: string, body?: Json): Promise<T> {
  const answer = await fetch(`${productUrl()}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'Accept-Language': 'en-US',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { statusCode, message, data } = (await answer.json()) as { statusCode: number; message: string; data: T };
  if (statusCode !== 200) throw new Error(`${path}: ${message}`);
  return data;
}

interface Person {
  readonly username: string;
  readonly token: string;
  readonly roleId: number;
  /** Gives the role these permissions and no others. */
  allow(paths: readonly string[]): Promise<void>;
}

interface Entry {
  readonly id: number;
  readonly path: string | null;
  readonly children: readonly Entry[];
}

/** A user of one's own with a role of one's own. */
export async function newPerson(paths: readonly string[]): Promise<Person> {
  const admin = await sessionOf(ADMIN.username);
  const { tree } = await ask<{ tree: readonly Entry[] }>(admin, '/role/permission');
  const all = (entries: readonly Entry[]): readonly Entry[] => entries.flatMap((one) => [one, ...all(one.children)]);
  const idsOf = (wanted: readonly string[]): number[] =>
    all(tree).flatMap(({ id, path }) => (path && wanted.includes(path) ? [id] : []));
  const name = `access${++made}`;
  const role = { name, code: name };
  const { id: roleId } = await ask<{ id: number }>(admin, '/role/save', { ...role, menuIds: idsOf(paths) });
  const phone = `+66970000${String(made).padStart(3, '0')}`;
  await ask(admin, '/admin/user/save', { username: name, phone, password: PASSWORD, roleId, dataScope: 0 });
  return {
    username: name,
    roleId,
    token: await signInByApi(productUrl(), { username: name, password: PASSWORD }),
    allow: async (wanted) => void (await ask(admin, '/role/save', { id: roleId, menuIds: idsOf(wanted) })),
  };
}
