import { expect } from 'vitest';
import type { Resource } from '../model.ts';
import { allRows, callsOf, type Sample } from './calls.ts';
import type { GeneratedTestOptions, Subject } from './subject.ts';
import type { Suite } from './suite.ts';

/** Values that are never stored: the same wherever they are shown, of the type they are said to have, sorted as they are, and what the application says they are. */
export function describeComputed(
  { describe, it }: Suite,
  resource: Resource,
  given: () => Subject,
  { computed }: GeneratedTestOptions,
): void {
  const { name, entity, dialect } = resource;
  const fields = entity.fields.filter(({ kind, schema }) => kind === 'computed' && schema['x-compute'] !== undefined);
  if (fields.length === 0) return;
  const calls = callsOf(resource);
  const ids = dialect === 'simple-rest' ? 'id' : 'ids';
  const own = computed?.[name] ?? {};

  describe('a computed value', () => {
    it('is the same in list, record and export, and of its type', async () => {
      const { admin, records } = given();
      const made = records.ids(name);
      const rows = await allRows(calls, admin, { filter: { [ids]: made.join() } });
      expect(rows.length).toBe(made.length);
      for (const { name: property, schema } of fields) {
        const shown = rows.filter((row) => property in row);
        for (const row of shown) {
          const { data } = await calls.read(admin, row['id'] as number);
          expect([property, (data as Sample)[property]]).toEqual([property, row[property]]);
          const type = [schema.type].flat().find((one) => one !== 'null');
          const value = row[property];
          if (value === null || value === '' || !type) continue;
          const seen = Array.isArray(value)
            ? 'array'
            : type === 'integer' && Number.isInteger(value)
              ? 'integer'
              : typeof value;
          expect([property, value, seen]).toEqual([property, value, type]);
        }
        const file = await calls.exported?.(
          admin,
          { format: 'csv', values: 'raw', columns: ['id', property] },
          { [ids]: made.join() },
        );
        if (file?.status !== 200) continue;
        const cells = new Map(file.rows.map(([id, cell]) => [Number(id), String(cell)]));
        for (const row of shown)
          if (typeof row[property] === 'number' || typeof row[property] === 'string')
            expect([
              property,
              Number.isNaN(Number(row[property]))
                ? cells.get(row['id'] as number)
                : Number(cells.get(row['id'] as number)),
            ]).toEqual([property, Number.isNaN(Number(row[property])) ? row[property] : Number(row[property])]);
      }
    });

    it('sorts as it is shown', async () => {
      const { admin, records } = given();
      for (const { name: property, schema } of fields) {
        if (schema.type !== 'integer' && schema.type !== 'number') continue;
        const filter = { [ids]: records.ids(name).join() };
        const { status, rows } = await calls.list(admin, { filter, sort: [property, 'asc'] });
        if (status !== 200) continue;
        const values = rows.map((row) => row[property]).filter((value) => typeof value === 'number');
        expect([property, values]).toEqual([property, values.toSorted((a, b) => a - b)]);
      }
    });

    if (Object.keys(own).length === 0) return;
    it('is what the application says it is', async () => {
      const { admin, records } = given();
      const rows = await allRows(calls, admin, { filter: { [ids]: records.ids(name).join() } });
      for (const [property, expected] of Object.entries(own)) {
        expect(fields.map((field) => field.name)).toContain(property);
        for (const { id } of rows) {
          const record = (await calls.read(admin, id as number)).data as Sample;
          expect([id, property, record[property]]).toEqual([id, property, expected(record)]);
        }
      }
    });
  });
}
