import { sql } from 'kysely';
import { permissionKey, WILDCARD, type Model } from '../model.ts';
import { openSession } from '../src/server/http/sessions.ts';
import { scopeProperty } from '../src/server/http/identity.ts';
import type { Client, RunningApplication } from './run/application.ts';

/** The words of a permission whose call every resource may have. */
export const WORDS = ['detail', 'add', 'edit', 'delete', 'import', 'export'] as const;

/** The keys that lift the rules about rows (`x-rows`) of an entity, and of the records that decide about its rows. */
export function liftingKeys(model: Model, name: string): string[] {
  return model.entities
    .get(name)!
    .rows.flatMap(({ except, like }) => [
      ...(except === undefined ? [] : [permissionKey(model.resources.get(name)?.permission.base ?? name, except)]),
      ...(like ? liftingKeys(model, like.target) : []),
    ]);
}

/** Everything that the model's generic calls, actions and properties ask for. */
export function allKeys(model: Model): ReadonlySet<string> {
  return new Set(
    [...model.resources.values()].flatMap(({ permission, actions, entity }) => [
      permission.route,
      permissionKey(permission, 'query'),
      ...WORDS.map((word) => permissionKey(permission, word)),
      ...[permission.options ?? []].flat().filter((key) => key !== 'session'),
      ...actions.flatMap(({ keys }) => keys),
      ...liftingKeys(model, entity.name),
      ...entity.fields.flatMap(({ access }) =>
        [access?.read, access?.write].flatMap((word) => (word === undefined ? [] : [permissionKey(permission, word)])),
      ),
    ]),
  );
}

/** Users made for a test: each has a role of its own with exactly the keys it is given, and those that lift rules about rows. */
export class People {
  readonly #running: RunningApplication;
  readonly #model: Model;
  #count = 0;

  constructor(running: RunningApplication, model: Model) {
    this.#running = running;
    this.#model = model;
  }

  /** Somebody with these permission keys who sees the rows of these scope records; all of them by default. */
  async with(keys: Iterable<string>, scope?: readonly number[]): Promise<Client> {
    return this.bound(
      [...keys, ...[...this.#model.entities.keys()].flatMap((name) => liftingKeys(this.#model, name))],
      scope,
    );
  }

  /** The same, whom rules about rows bind. */
  async bound(keys: Iterable<string>, scope?: readonly number[]): Promise<Client> {
    const { db } = this.#running;
    const wanted = [...new Set(keys)];
    const number = ++this.#count;
    const name = `generated${number}`;
    const languages = this.#model.locale.languages.map(({ code }) => code);
    await sql`
      insert into menu (title, type, path, status)
      select (select jsonb_object_agg(language, key) from unnest(${languages}::text[]) language), 3, key, 1 from unnest(${wanted}::text[]) key
      where not exists (select 1 from menu where path = key)
    `.execute(db);
    const { rows: roles } = await sql<{ id: number }>`
      insert into role (name, code, "menuIds") select ${name}, ${name}, coalesce(array_agg(id), '{}') from menu where path = any(${wanted}::text[]) and path <> ${WILDCARD} returning id
    `.execute(db);
    const { rows: users } = await sql<{ id: number; password: string }>`
      insert into "user" (username, name, phone, password, "roleId", status)
      select ${name}, ${name}, ${`+6699${String(number).padStart(7, '0')}`}, password, ${roles[0]!.id}, 1 from "user" where username = 'admin'
      returning id, password
    `.execute(db);
    const { id, password } = users[0]!;
    if (scope) {
      const property = scopeProperty(this.#model);
      if (!property) throw new Error('the model has a scope, but users have no list of its records');
      await sql`update "user" set "dataScope" = 1, ${sql.ref(property)} = ${[...scope]} where id = ${id}`.execute(db);
    } else if (this.#model.entities.get('user')?.byName.has('dataScope'))
      await sql`update "user" set "dataScope" = 0 where id = ${id}`.execute(db);
    const token = await openSession(db, { id, password }, { ip: '127.0.0.1', userAgent: 'generated tests' });
    if (!token) throw new Error(`${name} has no session`);
    return this.#running.withToken(token);
  }
}
