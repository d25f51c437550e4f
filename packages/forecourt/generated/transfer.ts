import { sql } from 'kysely';
import { expect } from 'vitest';
import { isImportable, type Field, type Resource } from '../model.ts';
import { databaseContent } from './run/databaseContent.ts';
import { dueToday } from './run/turns.ts';
import { callsOf, type Format } from './calls.ts';
import type { Made } from './records.ts';
import { writableFields, type Subject } from './subject.ts';
import type { Suite } from './suite.ts';

const FORMATS: readonly Format[] = ['csv', 'xlsx'];
/** A file of a resource is of the one form on one day, and of the other on the next. */
export const formatsDue = (resource: string): readonly Format[] => dueToday(FORMATS, FORMATS.length, resource.length);

const FRESH = 3;

/** A record that cannot be without a secret is not made by an import, which has none. */
const needsSecret = (resource: Resource): boolean =>
  writableFields(resource).some((field) => !isImportable(field) && (field.required || field.require));

/** An export in the form for import is what the import takes for the same records. */
export function describeTransfer({ describe, it }: Suite, resource: Resource, given: () => Subject): void {
  const { name, entity, dialect } = resource;
  const { exported, check, ...calls } = callsOf(resource);
  if (!exported || !check) return;
  const ids = dialect === 'simple-rest' ? 'id' : 'ids';

  describe('an own export', () => {
    for (const format of formatsDue(name)) {
      it(`is imported without an error and changes nothing (${format})`, async () => {
        const { admin, running } = given();
        const before = await databaseContent(running.db);
        const file = await exported(admin, { format, values: 'raw' });
        expect(file.rows.length).toBeGreaterThan(0);
        const { state } = await check(admin, file.bytes, format);
        expect([state?.errors, state?.unchanged]).toEqual([[], file.rows.length]);
        expect(await calls.run(admin, state.id)).toMatchObject({ created: 0, updated: 0, failed: 0 });
        expect(await databaseContent(running.db)).toEqual(before);
      });

      // What must be typed in secret is in no file.
      if (needsSecret(resource)) continue;
      it(`of records that are gone makes equal ones (${format})`, async () => {
        const { admin, records, running } = given();
        const made: Made[] = [];
        // An empty cell of a new record means its default.
        const defaulted = (field: Field): boolean => field.default !== undefined;
        // None names another of those that will be gone.
        const [old] = records.made(name);
        const above = Object.fromEntries(
          writableFields(resource).flatMap(({ name: property, kind, ref }) =>
            ref?.resource === name ? [[property, kind === 'refs' ? [old!.id] : old!.id]] : [],
          ),
        );
        for (let count = 0; count < FRESH; count++) made.push(await records.create(name, 'own', above, defaulted));
        const fresh = made.map(({ id }) => id);
        const file = await exported(admin, { format, values: 'raw' }, { [ids]: fresh.join() });
        const columns = file.header.filter((column) => column !== 'id');
        const rowsOf = async (of: readonly number[]) => {
          const choices = { format: 'csv' as const, values: 'raw' as const, columns, sort: ['id', 'asc'] as const };
          return exported(admin, choices, { [ids]: of.join() });
        };
        const before = await rowsOf(fresh);
        const whole = await exported(
          admin,
          { format, values: 'raw', columns, sort: ['id', 'asc'] },
          { [ids]: fresh.join() },
        );
        // As nobody may delete everything over HTTP, and deleted records may stay in their table.
        await sql`delete from ${sql.table(entity.name)} where id = any(${fresh}::bigint[])`.execute(running.db);
        records.forget(name, fresh);
        const { state } = await check(admin, whole.bytes, format);
        expect([state?.errors, state?.creates]).toEqual([[], FRESH]);
        expect(await calls.run(admin, state.id)).toMatchObject({ created: FRESH, failed: 0 });
        const { rows } = await sql<{ id: number }>`
          select id from ${sql.table(entity.name)} order by id desc limit ${FRESH}
        `.execute(running.db);
        const again = rows.map(({ id }) => id).reverse();
        expect((await rowsOf(again)).rows).toEqual(before.rows);
        for (const [at, id] of again.entries()) records.keep(name, 'own', { id, sent: made[at]!.sent });
      });
    }
  });
}
