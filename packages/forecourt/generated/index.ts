import * as vitest from 'vitest';
import { expect } from 'vitest';
import type { Application } from '../server.ts';
import { runApplication, type RunningApplication } from './run/application.ts';
import { dueToday } from './run/turns.ts';
import { callsOf, type Sample } from './calls.ts';
import { describeComputed } from './computed.ts';
import { describeFieldRights } from './fieldRights.ts';
import { describeLines } from './lines.ts';
import { describeMaskedAnswers, describeMasks } from './masks.ts';
import { describeOverlap } from './overlap.ts';
import { describePermissions } from './permissions.ts';
import { People } from './people.ts';
import { Records } from './records.ts';
import { platformFit } from './platform.ts';
import { describeRoleRights } from './roleRights.ts';
import { describeRows } from './rows.ts';
import { describeScope } from './scope.ts';
import { Secrets } from './secrets.ts';
import { describeStates, frameworkSteps } from './states.ts';
import type { Suite } from './suite.ts';
import { describeTransfer } from './transfer.ts';
import { hasGenericSave, type GeneratedTestOptions, type Subject } from './subject.ts';
import { describeValidData, describeWrongData, differences } from './validity.ts';

export type { Fit, GeneratedTestOptions } from './subject.ts';

/** So many unfitted samples are tried before a reason is believed. */
const TRIES = 60;

/**
 * What must hold for every resource of any application, asked through its HTTP interface on a database of its own.
 *
 * - valid data comes back, and almost valid data is refused at its property and changes nothing
 * - permissions, rights of fields, scope, row rules and masks hold in every call
 * - steps lead where they may, intervals do not overlap, computed values agree
 * - an export imports as what it was
 *
 * Follows from the model alone. `own` says what the application's own code asks beyond its schemas.
 */
export function generatedTests(application: Application, own: GeneratedTestOptions = {}): void {
  const { describe, it, beforeAll, afterAll } = vitest;
  registerTests({ describe, it, beforeAll, afterAll }, application, own);
}

/** The same with any suite. `served` answers the calls in place of the application, to see which tests notice that it is another. */
export function registerTests(
  suite: Suite,
  application: Application,
  own: GeneratedTestOptions = {},
  served: Application = application,
): void {
  const { model } = application;
  const options = { without: {}, ...own, fit: { ...platformFit, ...own.fit } };
  const resources = [...model.resources.values()];
  const saved = resources.filter((resource) => hasGenericSave(application, resource));
  const generic = saved.filter(({ name }) => !options.without[name] && !options.entangled?.[name]);
  const isMade = (name: string): boolean =>
    generic.some((resource) => resource.name === name) || options.made?.[name] !== undefined;

  suite.describe('every resource', () => {
    let running: RunningApplication;
    let subject: Subject;
    suite.beforeAll(async () => {
      running = await runApplication(served);
      const admin = await running.signIn('admin');
      const records = new Records(model, admin, options, new Set(generic.map(({ name }) => name)));
      const people = new People(running, model);
      subject = { application, model, running, admin, people, records, secrets: new Secrets(model, records) };
      await records.makeAll();
    });
    suite.afterAll(() => running?.close());
    const given = (): Subject => subject;

    suite.it('that is said to need help does: without it valid data is refused', async () => {
      const unknown = [options.fit, options.without, options.entangled]
        .flatMap((one) => Object.keys(one ?? {}))
        .filter((name) => !saved.some((resource) => resource.name === name));
      expect(unknown).toEqual([]);
      const needless: string[] = [];
      for (const name of [...Object.keys(options.fit ?? {}), ...Object.keys(options.without ?? {})]) {
        const resource = model.resources.get(name)!;
        const calls = callsOf(resource);
        const excused = options.without[name] !== undefined;
        // One refusal shows that a fit is needed; one success, that an excuse is not.
        let decided = false;
        for (let attempt = 0; attempt < TRIES && !decided; attempt++) {
          const sent = await subject.records.unfittedWithRoom(name);
          const { status, id } = await calls.create(subject.admin, sent);
          const { data } = status === 200 ? await calls.read(subject.admin, id) : { data: {} };
          if (status === 200) subject.records.keep(name, 'own', { id, sent });
          const accepted = status === 200 && differences(model, resource, sent, data as Sample).length === 0;
          decided = accepted === excused;
        }
        if (decided === excused) needless.push(name);
      }
      expect(needless).toEqual([]);
    });

    describePermissions(suite, resources, given);
    describeMaskedAnswers(suite, generic, given);
    const due = new Set(dueToday(generic, options.days ?? 1));
    // What lines of the requirements rest on is asked of every resource in every run; the rest, and more of it, of those whose turn it is.
    for (const resource of generic)
      suite.describe(resource.name, () => {
        describeValidData(suite, resource, given, due.has(resource));
        describeRows(suite, resource, model, given);
        if (!due.has(resource)) return;
        describeWrongData(suite, resource, given);
        describeScope(suite, resource, given, application, isMade);
        describeFieldRights(suite, resource, given);
        describeRoleRights(suite, resource, model, given);
        describeStates(suite, resource, given, frameworkSteps({ application }, resource));
        describeLines(suite, resource, given);
        describeOverlap(suite, resource, given);
        describeComputed(suite, resource, given, options);
        describeTransfer(suite, resource, given);
        describeMasks(suite, resource, given);
      });
  });
}
