import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Model, Resource } from '../model.ts';
import { rowReads, type Path, type RowTest, type RowValue } from '../src/model/index.ts';
import type { Client } from './run/application.ts';
import { databaseContent } from './run/databaseContent.ts';
import { callsOf, type Sample } from './calls.ts';
import { allKeys, liftingKeys } from './people.ts';
import { describeHidden, type Sight } from './scope.ts';
import { writableFields, type Subject } from './subject.ts';
import type { Suite } from './suite.ts';
import { describeWays } from './ways.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * The rules once more, told from the rows as they lie in their tables and by other means than the server has: one row at a time, one relation after the
 * other.
 */
class Oracle {
  readonly #subject: Subject;
  readonly #userId: number;

  constructor(subject: Subject, userId: number) {
    this.#subject = subject;
    this.#userId = userId;
  }

  async row(entity: string, id: unknown): Promise<Row | undefined> {
    const { rows } = await sql<Row>`select * from ${sql.table(entity)} where id = ${id}`.execute(
      this.#subject.running.db,
    );
    return rows[0];
  }

  async ids(entity: string): Promise<number[]> {
    const soft =
      this.#subject.model.entities.get(entity)!.deletion === 'soft' ? sql` where "deleteTime" is null` : sql``;
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(entity)}${soft} order by id`.execute(
      this.#subject.running.db,
    );
    return rows.map(({ id }) => id);
  }

  /** The record that a path ends at, and its row; undefined where a relation on the way names nothing. */
  async end(
    entity: string,
    row: Row,
    { steps }: Path,
  ): Promise<{ readonly entity: string; readonly row: Row } | undefined> {
    let at = { entity, row };
    for (const { field, target } of steps) {
      const next = await this.row(target, at.row[field] ?? null);
      if (!next) return undefined;
      at = { entity: target, row: next };
    }
    return at;
  }

  /** Comparable with what a column holds. */
  value(value: RowValue): unknown {
    if ('value' in value) return value.value;
    if (value.word === 'user') return this.#userId;
    const now = new Date();
    if (value.word === 'now') return now;
    return new Intl.DateTimeFormat('sv-SE', { timeZone: this.#subject.application.locale.zone }).format(now);
  }

  async sees(entity: string, row: Row): Promise<boolean> {
    for (const { where, like } of this.#subject.model.entities.get(entity)!.rows) {
      if (where && !(await this.#fits(entity, row, where))) return false;
      const holder = like && (await this.end(entity, row, like.path));
      const record = like && holder && (await this.row(like.target, holder.row[like.path.last] ?? null));
      if (like && !(record && (await this.sees(like.target, record)))) return false;
    }
    return true;
  }

  async #fits(entity: string, row: Row, test: RowTest): Promise<boolean> {
    if (test.op === 'all' || test.op === 'any') {
      const parts = await Promise.all(test.of.map((part) => this.#fits(entity, row, part)));
      return test.op === 'all' ? parts.every(Boolean) : parts.some(Boolean);
    }
    if (test.op === 'not') return !(await this.#fits(entity, row, test.of));
    const end = await this.end(entity, row, test.path);
    const held = end?.row[test.path.last] ?? null;
    if (test.op === 'empty') return end !== undefined && (held === null || (Array.isArray(held) && held.length === 0));
    if (held === null) return false;
    const text = (one: unknown): string => (one instanceof Date ? one.toISOString() : String(one));
    if (test.op === 'in') {
      const all = (Array.isArray(held) ? held : [held]).map(text);
      return test.values.some((value) => all.includes(text(this.value(value))));
    }
    const size = (one: unknown): string | number => (typeof one === 'number' ? one : text(one));
    const [one, other] = [size(held), size(this.value(test.value))];
    return { '<': one < other, '<=': one <= other, '>': one > other, '>=': one >= other }[test.op];
  }
}

/** Writes into a table what makes a row fit, past the application. */
class Arranger {
  readonly #subject: Subject;
  readonly #oracle: Oracle;

  constructor(subject: Subject, oracle: Oracle) {
    this.#subject = subject;
    this.#oracle = oracle;
  }

  async #set(entity: string, id: unknown, name: string, value: unknown): Promise<void> {
    await sql`update ${sql.table(entity)} set ${sql.ref(name)} = ${value} where id = ${id}`.execute(
      this.#subject.running.db,
    );
  }

  async fit(entity: string, id: number): Promise<void> {
    for (const { where, like } of this.#subject.model.entities.get(entity)!.rows) {
      if (where) await this.#apply(entity, id, where, true);
      if (!like) continue;
      const holder = await this.#reach(entity, id, like.path);
      const target = await this.#named(holder.entity, holder.id, like.path.last, like.target);
      await this.fit(like.target, target);
    }
  }

  /** Makes a row fit no more, by its own properties. */
  async spoil(entity: string, id: number): Promise<void> {
    for (const { where, like } of this.#subject.model.entities.get(entity)!.rows) {
      if (where) return this.#apply(entity, id, where, false);
      if (like && like.path.last !== 'id')
        return this.#set(entity, id, like.path.steps[0]?.field ?? like.path.last, null);
    }
  }

  /** The record that a relation names; any where it names none. */
  async #named(entity: string, id: number, field: string, target: string): Promise<number> {
    if (field === 'id') return id;
    const named = (await this.#oracle.row(entity, id))?.[field] as number | null;
    if (named !== null) return named;
    const [any] = await this.#oracle.ids(target);
    if (any === undefined) throw new Error(`there is no ${target} for ${entity}.${field}`);
    await this.#set(entity, id, field, any);
    return any;
  }

  async #reach(entity: string, id: number, { steps }: Path): Promise<{ readonly entity: string; readonly id: number }> {
    let at = { entity, id };
    for (const { field, target } of steps)
      at = { entity: target, id: await this.#named(at.entity, at.id, field, target) };
    return at;
  }

  async #apply(entity: string, id: number, test: RowTest, fits: boolean): Promise<void> {
    if (test.op === 'not') return this.#apply(entity, id, test.of, !fits);
    if (test.op === 'all' || test.op === 'any') {
      // One part is enough to make "any" fit, and "all" not.
      const parts = (test.op === 'all') === fits ? test.of : test.of.slice(0, 1);
      for (const part of parts) await this.#apply(entity, id, part, fits);
      return;
    }
    const { path } = test;
    if (!fits) return this.#set(entity, id, path.steps[0]?.field ?? path.last, null);
    const end = await this.#reach(entity, id, path);
    const several = this.#subject.model.entities.get(end.entity)!.byName.get(path.last)?.kind === 'refs';
    const value = test.op === 'empty' ? null : this.#oracle.value(test.op === 'in' ? test.values[0]! : test.value);
    await this.#set(end.entity, end.id, path.last, several ? [value] : value);
  }
}

/** Somebody whom every rule binds, with a row inside and one outside at least. */
async function sightOfRules(subject: Subject, name: string): Promise<Sight> {
  const { model, people, running } = subject;
  const lifted = new Set(liftingKeys(model, name));
  const client = await people.bound([...allKeys(model)].filter((key) => !lifted.has(key)));
  const { rows } = await sql<{ id: number }>`select max(id) as id from "user"`.execute(running.db);
  const oracle = new Oracle(subject, rows[0]!.id);
  const arranger = new Arranger(subject, oracle);
  const ids = await oracle.ids(name);
  const split = async (): Promise<Pick<Sight, 'own' | 'other'>> => {
    const seen = await Promise.all(ids.map(async (id) => oracle.sees(name, (await oracle.row(name, id))!)));
    return { own: ids.filter((_, at) => seen[at]), other: ids.filter((_, at) => !seen[at]) };
  };
  if ((await split()).own.length === 0) await arranger.fit(name, ids[0]!);
  if ((await split()).other.length === 0) await arranger.spoil(name, ids.at(-1)!);
  return { client, ...(await split()) };
}

/** Nobody makes a row that he or she would not see, or puts one out of sight. */
function describeWritten({ it }: Suite, resource: Resource, given: () => Subject): void {
  const { name, entity } = resource;
  const calls = callsOf(resource);
  const writable = new Set(writableFields(resource).map((field) => field.name));
  const reads = [...new Set(entity.rows.flatMap(rowReads))];
  if (reads.some((read) => !writable.has(read))) return;

  it('is not made, and no row is put outside', async () => {
    const subject = given();
    const { records, running } = subject;
    const { client, own, other } = await sightOfRules(subject, name);
    const made = [...records.made(name, 'own'), ...records.made(name, 'other')];
    const outside = made.find(({ id }) => other.includes(id));
    const inside = made.find(({ id }) => own.includes(id));
    const row = await new Oracle(subject, 0).row(name, outside?.id ?? null);
    if (!outside || !row) throw new Error(`no row of ${name} that was made lies outside`);
    const placed = (sent: Sample): Sample => ({
      ...sent,
      ...Object.fromEntries(reads.map((read) => [read, row[read] ?? null])),
    });
    const before = await databaseContent(running.db);
    const created = await calls.create(client, placed(records.sample(name)));
    expect([400, 403, 409], created.text).toContain(created.status);
    if (inside) {
      const updated = await calls.update(client, inside.id, placed(inside.sent));
      expect([400, 403, 409], updated.text).toContain(updated.status);
    }
    expect(await databaseContent(running.db)).toEqual(before);
  });
}

/** Rules about rows (`x-rows`) of a resource: for whom they bind there is no row outside, whatever is asked. */
export function describeRows(suite: Suite, resource: Resource, model: Model, given: () => Subject): void {
  if (resource.entity.rows.length === 0) return;
  suite.describe('a row outside its rules', () => {
    describeHidden(suite, resource, given, sightOfRules);
    // Each of them has somebody of its own, to whom rows are given anew.
    describeWays(suite, resource, model, given, sightOfRules);
    describeWritten(suite, resource, given);

    if (resource.live !== false && !resource.entity.view)
      suite.it('is not named by what tells of changes', async () => {
        const { admin, running } = given();
        const { client, other } = await sightOfRules(given(), resource.name);
        const { position } = (await admin.get<{ position: string }>('/live')).data;
        await sql`
          update ${sql.table(resource.name)} set "updateTime" = "updateTime" + interval '1 second' where id = ${other[0]}
        `.execute(running.db);
        const { data } = await client.get<{ changes: { resource: string; ids: number[] | null }[] }>('/live', {
          since: position,
        });
        expect(data.changes).toContainEqual({ resource: resource.name, ids: null });
      });

    const isLifted = (name: string): boolean =>
      model.entities
        .get(name)!
        .rows.every(({ except, like }) => except !== undefined || (like && isLifted(like.target)));
    if (!isLifted(resource.name)) return;
    suite.it('is there for who holds the rights that lift them', async () => {
      const { model, people } = given();
      const free: Client = await people.with(allKeys(model));
      const { other } = await sightOfRules(given(), resource.name);
      for (const id of other) expect((await callsOf(resource).read(free, id)).status).toBe(200);
    });
  });
}
