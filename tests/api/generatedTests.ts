import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createRandom,
  permissionKey,
  sampleRecord,
  type Entity,
  type Field,
  type Resource,
} from '../../src/framework/model/index.ts';
import type { Application } from '../../src/framework/server/index.ts';
import { startTestApp, type Answer, type Client, type TestApp } from './app.ts';

type Sample = Record<string, unknown>;

const PARENTS = 8;
const RECORDS = 5;
const PASSWORD = 'generated-tests';

/** Whether people write records of this resource through the generic save. */
const isWritable = ({ entity }: Resource): boolean => !entity.log && !['user', 'role', 'menu'].includes(entity.name);

const sortedIds = (value: unknown): unknown => (Array.isArray(value) ? [...value].sort() : value);

/** A sent value as it comes back: nothing is `""` for texts and dates, null for the rest; lists of ids in any order. */
function answered(field: Field, value: unknown): unknown {
  const empty = value === null || value === undefined || value === '';
  if (field.kind === 'refs' || field.kind === 'files') return sortedIds(value ?? []);
  if (!empty) return value;
  return ['string', 'text', 'date', 'dateTime', 'time', 'file'].includes(field.kind) ? '' : null;
}

/** One wrong value a property for each limit that its schema sets. */
function wrongValues(field: Field): [reason: string, value: unknown][] {
  const { schema, kind } = field;
  const wrong: [string, unknown][] = [];
  if (field.required) wrong.push(['nothing', null]);
  if (schema.maxLength !== undefined && kind !== 'file')
    wrong.push(['a text too long', 'x'.repeat(schema.maxLength + 1)]);
  if (typeof schema.minimum === 'number') wrong.push(['a number too small', schema.minimum - 1]);
  if (typeof schema.maximum === 'number') wrong.push(['a number too large', schema.maximum + 1]);
  if (['integer', 'number', 'money', 'percent'].includes(kind)) wrong.push(['a word', 'many']);
  if (kind === 'code') wrong.push(['an unknown code', 987_654]);
  if (kind === 'ref') wrong.push(['an unknown record', 999_999_999]);
  if (kind === 'refs') wrong.push(['an unknown record', [999_999_999]]);
  if (kind === 'date') wrong.push(['no day of the calendar', '2026-02-30']);
  if (kind === 'dateTime') wrong.push(['no time', 'tomorrow']);
  if (kind === 'boolean') wrong.push(['a number', 2]);
  if (kind === 'string' && schema.format === 'email') wrong.push(['no address', 'nobody']);
  return wrong;
}

/**
 * What must hold for every resource of any application, asked through its HTTP interface: valid data comes back as it was sent, data that is
 * almost valid is refused at its property and changes nothing, and nobody gets past a missing session or permission.
 */
export function describeResources(name: string, application: Application): void {
  const { model } = application;
  const resources = [...model.resources.values()].filter(({ dialect }) => dialect === 'simple-rest');

  describe(`generated: ${name}`, () => {
    let app: TestApp;
    let admin: Client;
    let powerless: Client;
    const made = new Map<string, number[]>();
    const random = createRandom(7);
    let ordinal = 0;

    const inject = (client: Client, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: Sample) =>
      client.inject({ method, url: `/api/resources/${path}`, ...(payload && { payload }) });
    const parsed = (answer: Answer<never>): Sample => JSON.parse(answer.text) as Sample;

    const taken = new Set<string>();

    /** Valid, and equal to no earlier one where that is not allowed. */
    function sample(entity: Entity): Sample {
      for (;;) {
        ordinal++;
        const record = sampleRecord(model, entity, {
          random,
          ordinal,
          now: Date.UTC(2026, 5, 1),
          reference: (resource) => {
            const ids = made.get(resource) ?? [];
            return ids.length > 0 ? random.pick(ids) : undefined;
          },
          matching: (pattern) =>
            fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 1, seed: ordinal })[0]!,
        });
        const keys = entity.unique.map(({ fields }) =>
          JSON.stringify([entity.name, fields.map((field) => record[field])]),
        );
        if (keys.some((key) => taken.has(key))) continue;
        keys.forEach((key) => taken.add(key));
        return record;
      }
    }

    async function create(resource: Resource): Promise<{ sent: Sample; id: number }> {
      const sent = sample(resource.entity);
      const answer = await inject(admin, 'POST', resource.name, sent);
      expect({ status: answer.http, text: answer.text }, JSON.stringify(sent)).toMatchObject({ status: 201 });
      return { sent, id: parsed(answer)['id'] as number };
    }

    /** Records that others point at, made before them; a circle is entered anywhere. */
    async function makeParents(resource: Resource, visiting: ReadonlySet<string> = new Set()): Promise<void> {
      if (made.has(resource.name)) return;
      for (const field of resource.entity.fields) {
        const target = field.ref && model.resources.get(field.ref.resource);
        if (target && isWritable(target) && !visiting.has(target.name) && target.name !== resource.name)
          await makeParents(target, new Set([...visiting, resource.name]));
      }
      const ids: number[] = [];
      made.set(resource.name, ids);
      for (let count = 0; count < PARENTS; count++) ids.push((await create(resource)).id);
    }

    beforeAll(async () => {
      app = await startTestApp({ application });
      admin = await app.signIn('admin');
      const role = await admin.post<{ id: number }>('/role/save', {
        name: 'Powerless',
        code: 'powerless',
        menuIds: [],
      });
      await admin.post('/admin/user/save', {
        username: 'powerless',
        phone: '0811111111',
        roleId: role.data.id,
        password: PASSWORD,
      });
      powerless = await app.signIn('powerless', PASSWORD);
      for (const resource of resources.filter(isWritable)) await makeParents(resource);
    });
    afterAll(() => app.close());

    describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (path, resource) => {
      const { entity } = resource;
      const writable = entity.fields.filter(
        (field) => !field.builtIn && !field.readOnly && field.name !== entity.stateField,
      );

      it('answers nobody without a session or a permission', async () => {
        const calls = [
          ['GET', path],
          ['GET', `${path}/1`],
          ...(isWritable(resource)
            ? ([
                ['POST', path],
                ['PUT', `${path}/1`],
                ['DELETE', `${path}/1`],
              ] as const)
            : []),
        ] as const;
        for (const [method, url] of calls) {
          if (method === 'DELETE' && entity.deletion === 'never') continue;
          const payload = method === 'GET' || method === 'DELETE' ? undefined : {};
          expect([method, (await inject(app.nobody, method, url, payload)).http]).toEqual([method, 401]);
          expect([method, (await inject(powerless, method, url, payload)).http]).toEqual([method, 403]);
        }
      });

      it('offers its permissions on the role screen', async () => {
        const { rows } = await sql<{ path: string }>`select path from menu where path is not null`.execute(app.db);
        const paths = rows.map((row) => row.path);
        expect(paths).toContain(resource.permission.route);
        expect(paths).toContain(permissionKey(resource.permission, 'query'));
      });

      if (!isWritable(resource)) return;

      it('answers valid records as they were sent, and what was changed', async () => {
        for (let round = 0; round < RECORDS; round++) {
          const { sent, id } = await create(resource);
          const changes = round % 2 === 0 ? sent : { ...sample(entity), ...uniqueOf(entity, sent) };
          if (round % 2 === 1) expect((await inject(admin, 'PUT', `${path}/${id}`, changes)).http).toBe(200);
          const stored = parsed(await inject(admin, 'GET', `${path}/${id}`));
          for (const field of writable.filter((one) => !one.writeOnly && one.name in changes && one.mask === undefined))
            expect([field.name, sortedIdsOf(field, stored[field.name])]).toEqual([
              field.name,
              answered(field, changes[field.name]),
            ]);
        }
      });

      it('refuses what is almost valid at its property, and changes nothing', async () => {
        const before = await countOf(app, entity);
        for (const field of writable.filter((one) => one.show === undefined))
          for (const [reason, value] of wrongValues(field)) {
            const answer = await inject(admin, 'POST', path, { ...sample(entity), [field.name]: value });
            expect([field.name, reason, answer.http < 500, Object.keys(answer.errors)[0]?.split('.')[0]]).toEqual([
              field.name,
              reason,
              true,
              field.name,
            ]);
          }
        const unknown = await inject(admin, 'POST', path, { ...sample(entity), noSuchProperty: 1 });
        expect(Object.keys(unknown.errors)).toEqual(['noSuchProperty']);
        expect(await countOf(app, entity)).toBe(before);
      });
    });
  });
}

const sortedIdsOf = (field: Field, value: unknown): unknown =>
  field.kind === 'refs' || field.kind === 'files' ? sortedIds(value) : value;

/** Values that no second record may have stay those of the record that is changed. */
const uniqueOf = (entity: Entity, record: Sample): Sample =>
  Object.fromEntries(entity.unique.flatMap(({ fields }) => fields.map((field) => [field, record[field]])));

async function countOf(app: TestApp, entity: Entity): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(entity.name)}`.execute(
    app.db,
  );
  return rows[0]!.count;
}
