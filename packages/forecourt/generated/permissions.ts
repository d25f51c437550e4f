import { sql } from 'kysely';
import { expect } from 'vitest';
import { choiceKeys, permissionKey, readsOf, type Resource } from '../model.ts';
import type { Application } from '../server.ts';
import type { Client } from './run/application.ts';
import { callsOf } from './calls.ts';
import { allKeys, WORDS } from './people.ts';
import { hasGenericSave, type Subject } from './subject.ts';
import type { Suite } from './suite.ts';

const NOBODYS_ID = 999_999_999;
/** Refused by every schema, so that no call of a permitted actor changes anything. */
const NONSENSE = { noSuchProperty: 1 };
const FILE = Buffer.from('noSuchProperty\r\n1');

interface Guarded {
  readonly name: string;
  /** Any of them opens the call. */
  readonly keys: readonly string[];
  status(client: Client): Promise<number>;
}

/** The generic calls of a resource and the keys that its declaration says for them. */
function guardedCalls(application: Application, resource: Resource): Guarded[] {
  const choices = choiceKeys(application.model, resource);
  const { name, dialect, api, permission, actions, entity } = resource;
  const calls = callsOf(resource);
  const simple = dialect === 'simple-rest';
  const served = new Set(application.module.commands?.map(({ method, path }) => `${method} ${path}`));
  const key = (word: string): string => permissionKey(permission, word);
  const { options, history, exported, check, remove, removeMany } = calls;
  const writes = hasGenericSave(application, resource);
  const steps = new Set(entity.schema['x-states']?.transitions.map(({ action }) => action));
  const edits = !entity.log && (simple || api.save !== undefined) && entity.schema['x-states']?.editable?.length !== 0;
  const opening = edits ? [key('detail'), key('edit')] : [key('detail')];
  const all: (Guarded | undefined)[] = [
    simple || (api.list && !served.has(`GET ${api.list}`))
      ? { name: 'list', keys: [permission.route], status: async (client) => (await calls.list(client)).status }
      : undefined,
    options && choices !== 'session'
      ? { name: 'options', keys: choices, status: async (client) => (await options(client)).status }
      : undefined,
    simple || (api.info && !served.has(`GET ${api.info}`))
      ? {
          name: 'read',
          keys: opening,
          status: async (client) => (await calls.read(client, NOBODYS_ID)).status,
        }
      : undefined,
    history && {
      name: 'history',
      keys: opening,
      status: async (client) => (await history(client, NOBODYS_ID)).status,
    },
    exported && {
      name: 'export',
      keys: [key('export')],
      status: async (client) => (await exported(client, { format: 'csv' })).status,
    },
  ];
  if (writes)
    all.push(
      { name: 'create', keys: [key('add')], status: async (client) => (await calls.create(client, NONSENSE)).status },
      {
        name: 'update',
        keys: [key('edit')],
        status: async (client) => (await calls.update(client, NOBODYS_ID, NONSENSE)).status,
      },
      check && {
        name: 'import',
        keys: [key('import')],
        status: async (client) => (await check(client, FILE, 'csv')).status,
      },
      remove && {
        name: 'delete',
        keys: [key('delete')],
        status: async (client) => (await remove(client, NOBODYS_ID)).status,
      },
      removeMany && {
        name: 'delete many',
        keys: [key('delete')],
        status: async (client) => (await removeMany(client, [NOBODYS_ID])).status,
      },
    );
  for (const { name: action, keys, post } of actions)
    if (steps.has(action) && post === `/resources/${name}/{id}/${action}`)
      all.push({
        name: action,
        keys,
        status: async (client) => {
          const { statusCode, http } = await client.post(post.replace('{id}', String(NOBODYS_ID)), {});
          return statusCode || http;
        },
      });
  return all.filter((one) => one !== undefined);
}

/** Properties that the edit key alone never opens, and those that it always does; undefined where it opens no record. */
function openedAlone(
  resource: Resource,
): { readonly never: ReadonlySet<string>; readonly always: readonly string[] } | undefined {
  const { entity, form, api, dialect, permission } = resource;
  if (permissionKey(permission, 'edit') === permissionKey(permission, 'detail')) return undefined;
  if (entity.log || (dialect !== 'simple-rest' && (!api.info || !api.save))) return undefined;
  const edited = new Set(form.groups.flatMap(({ fields }) => fields));
  const asked = new Set(
    entity.fields
      .filter((field) => edited.has(field.name))
      .flatMap((field) => [
        ...[field.show, field.edit, field.require].flatMap(readsOf),
        field.after,
        field.ref?.as,
        ...Object.keys(field.ref?.with ?? {}),
      ]),
  );
  const kept = (property: string): boolean =>
    ['id', 'updateTime', entity.stateField].includes(property) || edited.has(property) || asked.has(property);
  const others = entity.fields.filter((field) => !edited.has(field.name));
  return {
    never: new Set(others.flatMap(({ name, ref }) => [name, ...(ref ? [ref.as] : [])]).filter((one) => !kept(one))),
    always: entity.fields
      .filter((field) => edited.has(field.name) && !field.writeOnly && field.access?.read === undefined)
      .map(({ name }) => name),
  };
}

interface Person {
  readonly who: string;
  readonly held: ReadonlySet<string>;
  readonly client: Client;
}

/** Roles that hold one word of every resource and nothing else, and for each of them one that holds everything else. */
interface Roles {
  readonly alone: readonly Person[];
  readonly without: readonly Person[];
}

async function rolesOf({ model, people }: Subject): Promise<Roles> {
  const all = allKeys(model);
  const person = async (who: string, held: ReadonlySet<string>): Promise<Person> => ({
    who,
    held,
    client: await people.with(held),
  });
  const alone = [await person('nothing', new Set())];
  const without: Person[] = [];
  for (const word of ['list', ...WORDS]) {
    const keys = new Set(
      [...model.resources.values()].map(({ permission }) =>
        word === 'list' ? permission.route : permissionKey(permission, word),
      ),
    );
    alone.push(await person(`only ${word}`, keys));
    without.push(await person(`all but ${word}`, new Set([...all].filter((key) => !keys.has(key)))));
  }
  return { alone, without };
}

/**
 * Who shows that these keys open a call and no others do: of each key somebody who has it and no other word, and somebody who has all other
 * words. Where every one of those has one of several keys, each other word alone.
 */
function witnesses({ alone, without }: Roles, keys: readonly string[]): readonly Person[] {
  const isHolder = ({ held }: Person): boolean => keys.some((key) => held.has(key));
  const closed = without.filter((one) => !isHolder(one));
  return [...alone.filter(isHolder), ...(closed.length > 0 ? closed : alone.filter((one) => !isHolder(one)))];
}

/** Every generic call of every resource: nobody without a session, and exactly the holders of the key that its declaration says. */
export function describePermissions(
  { describe, it, beforeAll }: Suite,
  resources: readonly Resource[],
  given: () => Subject,
): void {
  describe('permissions', () => {
    let roles: Roles;
    beforeAll(async () => {
      roles = await rolesOf(given());
    });

    for (const resource of resources) {
      const { name, permission } = resource;
      it(`${name}: the keys of its declaration open its calls, and no others do`, async () => {
        const { application, model, people, running } = given();
        const calls = guardedCalls(application, resource);
        const own = new Set(calls.flatMap(({ keys }) => keys));
        const others = new Set([...allKeys(model)].filter((key) => !own.has(key)));
        const stranger = { who: 'all of the others', held: others, client: await people.with(others) };
        const wrong: string[] = [];
        for (const { name: call, keys, status } of calls) {
          const signedOut = await status(running.nobody);
          if (signedOut !== 401) wrong.push(`${call} by nobody: ${signedOut}`);
          for (const { who, held, client } of [...witnesses(roles, keys), stranger]) {
            const seen = await status(client);
            const may = keys.some((key) => held.has(key));
            if (seen === 401 || seen >= 500 || (seen !== 403) !== may) wrong.push(`${call} by ${who}: ${seen}`);
          }
        }
        expect(wrong).toEqual([]);
      });

      const opened = openedAlone(resource);
      if (opened)
        it(`${name}: the right to edit alone opens what the form edits, in record and history`, async () => {
          const { people, records } = given();
          const made = records.made(name)[0];
          if (!made) return;
          const client = await people.with([permissionKey(permission, 'edit')]);
          const { read, history } = callsOf(resource);
          const { status, data } = await read(client, made.id);
          expect(status).toBe(200);
          expect(Object.keys(data as object).filter((property) => opened.never.has(property))).toEqual([]);
          expect(opened.always.filter((property) => !Object.hasOwn(data as object, property))).toEqual([]);
          if (!history) return;
          const { list } = (await history(client, made.id)).data as { list: { changes: { field: string }[] }[] };
          const changed = list.flatMap(({ changes }) => changes.map(({ field }) => field));
          expect(changed.filter((property) => opened.never.has(property))).toEqual([]);
        });

      it(`${name}: the role screen offers its permissions`, async () => {
        const { rows } = await sql<{
          path: string;
        }>`select path from menu where path is not null and "parentId" is not null`.execute(given().running.db);
        const paths = rows.map((row) => row.path);
        expect(paths).toContain(permission.route);
        expect(paths).toContain(permissionKey(permission, 'query'));
      });
    }
  });
}
