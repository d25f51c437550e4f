import { expect } from 'vitest';
import { permissionKey, type Field, type Resource } from '../model.ts';
import type { Client } from './run/application.ts';
import { databaseContent } from './run/databaseContent.ts';
import { callsOf, csvOf, type Sample } from './calls.ts';
import { allKeys } from './people.ts';
import { isThere, writableFields, type Subject } from './subject.ts';
import type { Suite } from './suite.ts';

/** A property of its own permission is there for its holders and for nobody else, whatever they ask; who may not write it cannot. */
export function describeFieldRights(
  { describe, it, beforeAll }: Suite,
  resource: Resource,
  given: () => Subject,
): void {
  const { name, entity, permission, dialect } = resource;
  const calls = callsOf(resource);
  const ids = dialect === 'simple-rest' ? 'id' : 'ids';
  const writable = new Set(writableFields(resource).map((field) => field.name));
  const readers = entity.fields.filter((field) => field.access?.read !== undefined && !field.writeOnly);
  const writers = entity.fields.filter((field) => field.access?.write !== undefined && writable.has(field.name));
  if (readers.length + writers.length === 0) return;

  /** Everybody's keys but one: of a right to read or to write. */
  const without = async (word: string): Promise<Client> => {
    const { model, people } = given();
    return people.with([...allKeys(model)].filter((key) => key !== permissionKey(permission, word)));
  };
  const valued = async (field: Field): Promise<{ id: number; sent: Sample }> => {
    const { records } = given();
    if (!writable.has(field.name)) return records.create(name);
    const sample = records.sampleWith(name, field.name);
    if (!sample) throw new Error(`${name}: no valid record has ${field.name}`);
    return records.create(name, 'own', { [field.name]: sample[field.name] });
  };

  describe('a property of its own permission', () => {
    let holder: Client;
    beforeAll(async () => {
      const { model, people } = given();
      holder = await people.with(allKeys(model));
    });

    if (readers.length > 0)
      it('is shown to its holders, and to nobody else in list, record, history or export', async () => {
        const { records } = given();
        for (const field of readers) {
          const { id } = await valued(field);
          expect(Object.keys((await calls.read(holder, id)).data as Sample)).toContain(field.name);
          const stranger = await without(field.access!.read!);
          const shown: string[] = [];
          const look = (where: string, rows: readonly Sample[]): void => {
            if (rows.some((row) => field.name in row)) shown.push(where);
          };
          const list = await calls.list(stranger, { filter: { [ids]: String(id) } });
          if (list.status === 200) {
            expect(list.total).toBe(1);
            look('list', list.rows);
          }
          const read = await calls.read(stranger, id);
          if (read.status === 200) look('record', [read.data as Sample]);
          const past = await calls.history?.(stranger, id);
          if (past?.status === 200 && past.text.includes(`"${field.name}"`)) shown.push('history');
          const file = await calls.exported?.(stranger, { format: 'csv', values: 'raw' });
          if (file?.header.includes(field.name)) shown.push('export');
          const asked = await calls.exported?.(stranger, { format: 'csv', values: 'raw', columns: [field.name] });
          if (asked?.status === 200 && asked.header.includes(field.name)) shown.push('export by name');
          expect([field.name, shown]).toEqual([field.name, []]);
        }
        expect(records.made(name).length).toBeGreaterThan(0);
      });

    if (readers.length > 0)
      it('is told to nobody else by order or filter', async () => {
        for (const field of readers) {
          const made = [await valued(field), await valued(field)];
          const only = { [ids]: made.map(({ id }) => id).join() };
          const stranger = await without(field.access!.read!);
          const order = async (direction: 'asc' | 'desc'): Promise<unknown> => {
            const { status, rows } = await calls.list(stranger, { filter: only, sort: [field.name, direction] });
            return status === 200 ? rows.map(({ id }) => id) : status;
          };
          expect([field.name, await order('asc')]).toEqual([field.name, await order('desc')]);
          const value = made[0]!.sent[field.name];
          if (!isThere(value) || typeof value === 'object') continue;
          const found = await calls.list(stranger, { filter: { ...only, [field.name]: String(value) } });
          expect([field.name, found.status === 200 ? found.total : 2]).toEqual([field.name, 2]);
        }
      });

    if (writers.length > 0)
      it('is written by its holders, and refused at its place to anybody else, who changes nothing', async () => {
        const { records, running } = given();
        for (const field of writers) {
          const made = await valued(field);
          const next = records.sampleWith(name, field.name)!;
          const value = next[field.name];
          const stranger = await without(field.access!.write!);
          const before = await databaseContent(running.db);
          const answers = [
            await calls.update(stranger, made.id, { [field.name]: value }),
            await calls.create(stranger, next),
          ];
          if (answers.some(({ status }) => status === 403)) continue;
          expect(answers.map(({ status, errors }) => [status, Object.keys(errors)])).toEqual([
            [400, [field.name]],
            [400, [field.name]],
          ]);
          if (calls.check && field.kind !== 'json' && !field.sensitive) {
            const cell = Array.isArray(value) ? value.join() : value;
            const { state, status } = await calls.check(stranger, csvOf(['id', field.name], [[made.id, cell]]), 'csv');
            expect([field.name, status !== 200 || state.waiting === 0]).toEqual([field.name, true]);
          }
          expect(await databaseContent(running.db)).toEqual(before);
          const written = await calls.update(holder, made.id, { ...made.sent, [field.name]: value });
          expect([field.name, written.status, written.text]).toEqual([field.name, 200, written.text]);
        }
      });
  });
}
