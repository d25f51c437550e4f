import { sql } from 'kysely';
import { expect } from 'vitest';
import { isStates, permissionKey, type Resource } from '../model.ts';
import { databaseContent } from './run/databaseContent.ts';
import type { Client } from './run/application.ts';
import { callsOf } from './calls.ts';
import { allKeys } from './people.ts';
import type { Made } from './records.ts';
import { isThere, type Subject } from './subject.ts';
import type { Suite } from './suite.ts';

/** A line of another record (`x-many`): it follows the state of that record and the right to edit it, by whichever call it is changed. */
export function describeLines({ describe, it }: Suite, resource: Resource, given: () => Subject): void {
  const { name, entity } = resource;
  if (entity.lineOf.length === 0) return;
  const calls = callsOf(resource);

  /** What each call answers for a change of the line: none of them may do anything. */
  async function attempts(client: Client, by: string, made: Made): Promise<[string, number][]> {
    const { records } = given();
    const parent = { [by]: made.sent[by] };
    const answers: [string, number][] = [
      ['change', (await calls.update(client, made.id, { ...records.sample(name, 'own', made), ...parent })).status],
      ['add', (await calls.create(client, { ...records.sample(name), ...parent })).status],
    ];
    if (calls.remove) answers.push(['delete', (await calls.remove(client, made.id)).status]);
    return answers;
  }

  async function lineOf(by: string): Promise<Made> {
    const { records } = given();
    const made = await records.create(name);
    if (isThere(made.sent[by])) return made;
    throw new Error(`${name}: no record names a parent by ${by}`);
  }

  describe('a line', () => {
    it('is not added, changed or deleted while its record is locked', async () => {
      const { admin, model, running } = given();
      for (const { parent, by } of entity.lineOf) {
        const { schema, byName } = model.entities.get(parent)!;
        const { field, editable } = schema['x-states'] ?? {};
        if (field === undefined || editable === undefined || !isStates(editable)) continue;
        const codes = model.codes[byName.get(field)!.codes ?? ''] ?? [];
        for (const { code } of codes.filter((one) => !editable.includes(one.code))) {
          const made = await lineOf(by);
          const put = (state: unknown) =>
            sql`update ${sql.table(parent)} set ${sql.ref(field)} = ${state} where id = ${made.sent[by]}`.execute(
              running.db,
            );
          const { rows } = await sql<{ state: unknown }>`
            select ${sql.ref(field)} as state from ${sql.table(parent)} where id = ${made.sent[by]}`.execute(
            running.db,
          );
          await put(code);
          const before = await databaseContent(running.db);
          const answers = await attempts(admin, by, made);
          expect([code, answers]).toEqual([code, answers.map(([call]) => [call, 400])]);
          expect(await databaseContent(running.db)).toEqual(before);
          await put(rows[0]!.state);
        }
      }
    });

    it('is not added, changed or deleted without the right to edit its record', async () => {
      const { model, people, running } = given();
      for (const { parent, by } of entity.lineOf) {
        const of = model.resources.get(parent);
        if (!of) continue;
        const edit = permissionKey(of.permission, 'edit');
        const client = await people.with([...allKeys(model)].filter((key) => key !== edit));
        const made = await lineOf(by);
        const before = await databaseContent(running.db);
        const answers = await attempts(client, by, made);
        expect(answers).toEqual(answers.map(([call]) => [call, 403]));
        expect(await databaseContent(running.db)).toEqual(before);
      }
    });
  });
}
