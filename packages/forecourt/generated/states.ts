import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { holds, type Action, type Resource } from '../model.ts';
import { databaseContent } from './run/databaseContent.ts';
import type { Answer, Client } from './run/application.ts';
import { callsOf, type Sample } from './calls.ts';
import { allKeys } from './people.ts';
import type { Made } from './records.ts';
import { isThere, type Subject } from './subject.ts';
import type { Suite } from './suite.ts';

type State = string | number;

/** Records that are tried for one that a step's condition offers it on. */
const ATTEMPTS = 30;

interface Step {
  readonly action: Action;
  /** Where the step leads, by the state it begins in. */
  readonly leads: ReadonlyMap<State, State>;
}

/** The steps that the framework does by itself: no command of the application stands at their path. */
export function frameworkSteps({ application: { module } }: Pick<Subject, 'application'>, resource: Resource): Step[] {
  const { name, entity, actions } = resource;
  const served = new Set(module.commands?.map(({ path }) => path));
  return actions.flatMap((action) => {
    const steps = entity.schema['x-states']?.transitions.filter((one) => one.action === action.name) ?? [];
    if (steps.length === 0 || action.post !== `/resources/${name}/{id}/${action.name}` || served.has(action.post))
      return [];
    return [
      { action, leads: new Map(steps.flatMap(({ from, to }) => from.map((state): [State, State] => [state, to]))) },
    ];
  });
}

/** Every step: done from where it may begin, and refused, with nothing changed, from elsewhere, without its right and without what it asks for. */
export function describeStates(
  { describe, it, afterAll }: Suite,
  resource: Resource,
  given: () => Subject,
  steps: readonly Step[],
): void {
  const { name, entity } = resource;
  const states = entity.schema['x-states'];
  if (!states || steps.length === 0) return;
  const calls = callsOf(resource);

  const step = async (
    client: Client,
    action: Action,
    id: number,
    body: Sample,
  ): Promise<Answer & { status: number }> => {
    const answer = await client.post(action.post.replace('{id}', String(id)), body);
    return { ...answer, status: answer.statusCode || answer.http };
  };

  /** What a step asks for, filled in. */
  const asked = (action: Action): Sample =>
    Object.fromEntries(
      (action.ask ?? []).map((field) => {
        const { records } = given();
        const must = action.require?.includes(field) ?? false;
        const sample = must ? records.sampleWith(name, field) : records.sample(name);
        return [field, sample?.[field] ?? null];
      }),
    );

  /** A record in a state, whose every other property was saved by its own call; undefined where the step's condition holds of none. */
  async function recordIn(state: State, action: Action): Promise<Made | undefined> {
    const { admin, records, running } = given();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const made = await records.create(name);
      await sql`update ${sql.table(entity.name)} set ${sql.ref(states!.field)} = ${state} where id = ${made.id}`.execute(
        running.db,
      );
      const { data } = await calls.read(admin, made.id);
      if (!action.when || holds(action.when, { ...(data as Sample), ...asked(action) })) return made;
    }
    return undefined;
  }

  const stateOf = async (id: number): Promise<unknown> =>
    ((await calls.read(given().admin, id)).data as Sample)[states.field];

  describe('a step', () => {
    // Lines are added to them afterwards.
    afterAll(async () => {
      const { model, records, running } = given();
      if (![...model.entities.values()].some(({ lineOf }) => lineOf.some(({ parent }) => parent === name))) return;
      await sql`
        update ${sql.table(entity.name)} set ${sql.ref(states.field)} = ${states.initial} where id = any(${records.ids(name)})`.execute(
        running.db,
      );
    });

    it('leads where it is said to, from wherever it may begin, and keeps what it asks for', async () => {
      const { admin } = given();
      for (const { action, leads } of steps)
        for (const [from, to] of leads) {
          const made = await recordIn(from, action);
          if (!made) continue;
          const body = asked(action);
          const answer = await step(admin, action, made.id, body);
          expect([action.name, from, answer.status, answer.text]).toEqual([action.name, from, 200, answer.text]);
          expect([action.name, from, await stateOf(made.id)]).toEqual([action.name, from, to]);
          const stored = (await calls.read(admin, made.id)).data as Sample;
          for (const [field, value] of Object.entries(body))
            if (isThere(value) && field in stored && !entity.byName.get(field)!.mask)
              expect([field, isDeepStrictEqual(stored[field], value), stored[field], value]).toEqual([
                field,
                true,
                stored[field],
                value,
              ]);
        }
    });

    it('is refused from any other state, and nothing changes', async () => {
      const { admin, model, running } = given();
      const all = new Set<State>([
        states.initial,
        ...states.transitions.flatMap(({ from, to }) => [...from, to]),
        ...(model.codes[entity.byName.get(states.field)!.codes ?? ''] ?? []).map(({ code }) => code),
      ]);
      for (const { action, leads } of steps)
        for (const state of all) {
          if (leads.has(state)) continue;
          const made = await recordIn(state, { ...action, when: undefined });
          const before = await databaseContent(running.db);
          const { status, text } = await step(admin, action, made!.id, asked(action));
          expect([action.name, state, [400, 409].includes(status), text]).toEqual([action.name, state, true, text]);
          expect(await databaseContent(running.db)).toEqual(before);
        }
    });

    it('is refused without its permission, and nothing changes', async () => {
      const { model, people, running } = given();
      for (const { action, leads } of steps) {
        const [from] = leads.keys();
        const made = await recordIn(from!, action);
        if (!made) continue;
        const client = await people.with([...allKeys(model)].filter((key) => !action.keys.includes(key)));
        const before = await databaseContent(running.db);
        expect([action.name, (await step(client, action, made.id, asked(action))).status]).toEqual([action.name, 403]);
        expect(await databaseContent(running.db)).toEqual(before);
      }
    });

    const requiring = steps.filter(({ action }) => (action.require ?? []).length > 0);
    if (requiring.length === 0) return;
    it('is refused at what it requires and did not get, and nothing changes', async () => {
      const { admin, running } = given();
      for (const { action, leads } of requiring) {
        const [from] = leads.keys();
        const made = await recordIn(from!, action);
        if (!made) continue;
        // What the record holds already would be there.
        for (const field of action.require!)
          await sql`update ${sql.table(entity.name)} set ${sql.ref(field)} = default where id = ${made.id}`.execute(
            running.db,
          );
        const before = await databaseContent(running.db);
        for (const field of action.require!)
          for (const value of [undefined, null, '']) {
            const { status, errors, text } = await step(admin, action, made.id, { ...asked(action), [field]: value });
            expect([action.name, field, value, status, Object.keys(errors)], text).toEqual([
              action.name,
              field,
              value,
              400,
              [field],
            ]);
          }
        expect(await databaseContent(running.db)).toEqual(before);
      }
    });
  });
}
