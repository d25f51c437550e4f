import { expect } from 'vitest';
import type { Resource } from '../model.ts';
import { databaseContent } from './run/databaseContent.ts';
import { callsOf, type Sample } from './calls.ts';
import type { Made } from './records.ts';
import { isThere, type Subject } from './subject.ts';
import type { Suite } from './suite.ts';

const ATTEMPTS = 60;

/** The end of an interval moved on by a day, as long as texts of days and times are: `2026-02-28` or `2026-02-28 10:00:00`. */
function dayAfter(value: unknown): string {
  const text = String(value);
  const day = new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return day + text.slice(10);
}

/** Two records with the same key never overlap; those that only touch, and those of another key, stand beside each other. */
export function describeOverlap({ describe, it }: Suite, resource: Resource, given: () => Subject): void {
  const { name, entity } = resource;
  const exclude = entity.schema['x-exclude'];
  if (!exclude) return;
  const [start, end] = exclude.interval;
  const calls = callsOf(resource);
  const takesPart = (record: Sample): boolean =>
    Object.entries(exclude.where ?? {}).every(([field, codes]) => {
      const initial = field === entity.stateField ? entity.schema['x-states']?.initial : undefined;
      const value = record[field] ?? initial ?? entity.byName.get(field)?.default;
      return (codes as readonly unknown[]).includes(value);
    });
  const whole = (record: Sample): boolean =>
    [start, end, ...exclude.key].every((field) => isThere(record[field])) &&
    record[start] !== record[end] &&
    takesPart(record);

  const sample = (changes: Sample): Sample => {
    const { records } = given();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const record = records.sample(name);
      if (whole({ ...record, ...changes })) return { ...record, ...changes };
    }
    throw new Error(`${name}: no valid record takes part in x-exclude`);
  };

  /** A record with a whole interval, well away from all others of its key. */
  async function first(): Promise<Made> {
    const { admin, records } = given();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const sent = sample({});
      const { status, id } = await calls.create(admin, sent);
      if (status === 200) return records.keep(name, 'own', { id, sent });
    }
    throw new Error(`${name}: no free interval was found`);
  }

  describe('an interval', () => {
    it('that overlaps another of its key is refused, new or changed, and nothing changes', async () => {
      const { admin, records, running } = given();
      const { sent } = await first();
      const { id, sent: other } = await first();
      const same = Object.fromEntries([start, end, ...exclude.key].map((field) => [field, sent[field]]));
      const longer = { ...same, [end]: dayAfter(sent[end]) };
      const before = await databaseContent(running.db);
      for (const values of [same, longer])
        for (const answer of [
          await calls.create(admin, sample(values)),
          await calls.update(admin, id, { ...other, ...values }),
        ]) {
          expect([answer.status, answer.text]).toEqual([400, answer.text]);
          // Said of the whole, or at the properties that overlap: not because of something else.
          const others = Object.keys(answer.errors).filter((field) => ![start, end, ...exclude.key].includes(field));
          expect([others, answer.text]).toEqual([[], answer.text]);
        }
      expect(await databaseContent(running.db)).toEqual(before);
      expect(records.made(name).length).toBeGreaterThan(1);
    });

    it('that begins when another ends stands beside it', async () => {
      const { admin, records } = given();
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const { sent } = await first();
        const touching = sample({
          ...Object.fromEntries(exclude.key.map((field) => [field, sent[field]])),
          ...{ [start]: sent[end], [end]: dayAfter(sent[end]) },
        });
        const taken = records
          .made(name)
          .some(
            ({ sent: other }) =>
              exclude.key.every((field) => other[field] === touching[field]) &&
              String(other[start]) < String(touching[end]) &&
              (!isThere(other[end]) || String(other[end]) > String(touching[start])),
          );
        if (taken) continue;
        const answer = await calls.create(admin, touching);
        expect([answer.status, answer.text]).toEqual([200, answer.text]);
        records.keep(name, 'own', { id: answer.id, sent: touching });
        return;
      }
      throw new Error(`${name}: no free interval was found beside another`);
    });
  });
}
