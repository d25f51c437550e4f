import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '../../src/framework/model/index.ts';
import type { Application } from '../../src/framework/server/index.ts';
import { runApplication, type RunningApplication } from '../application.ts';
import { callsOf, type Sample } from './calls.ts';
import { describeMasks } from './masks.ts';
import { describePermissions } from './permissions.ts';
import { People } from './people.ts';
import { Records } from './records.ts';
import { platformFit } from './platform.ts';
import { describeScope } from './scope.ts';
import { describeTransfer } from './transfer.ts';
import { hasGenericSave, type GeneratedTestOptions, type Subject } from './subject.ts';
import { describeValidity, differences } from './validity.ts';

export type { Fit, GeneratedTestOptions } from './subject.ts';

/** So many unfitted samples are tried before a reason is believed. */
const TRIES = 60;

/**
 * What must hold for every resource of any application, asked through its HTTP interface on a database of its own: valid data comes back,
 * almost valid data is refused at its property and changes nothing, permissions, scope and masks hold in every call, and an export imports
 * as what it was. Follows from the model alone; `own` says what the application's own code asks beyond its schemas.
 */
export function generatedTests(application: Application, own: GeneratedTestOptions = {}): void {
  const { model } = application;
  const options = { without: {}, ...own, fit: { ...platformFit, ...own.fit } };
  const resources = [...model.resources.values()];
  const saved = resources.filter((resource) => hasGenericSave(application, resource));
  const generic = saved.filter(({ name }) => !options.without[name]);
  const named = (list: readonly Resource[]): (readonly [string, Resource])[] => list.map((one) => [one.name, one]);

  describe('every resource', () => {
    let running: RunningApplication;
    let subject: Subject;
    beforeAll(async () => {
      running = await runApplication(application);
      const admin = await running.signIn('admin');
      const records = new Records(model, admin, options, new Set(generic.map(({ name }) => name)));
      subject = { application, model, running, admin, people: new People(running, model), records };
      await records.makeAll();
    });
    afterAll(() => running?.close());
    const given = (): Subject => subject;

    it('that is said to need help does: without it valid data is refused', async () => {
      const unknown = [...Object.keys(options.fit ?? {}), ...Object.keys(options.without ?? {})].filter(
        (name) => !saved.some((resource) => resource.name === name),
      );
      expect(unknown).toEqual([]);
      const needless: string[] = [];
      for (const name of [...Object.keys(options.fit ?? {}), ...Object.keys(options.without ?? {})]) {
        const resource = model.resources.get(name)!;
        const calls = callsOf(resource);
        const excused = options.without[name] !== undefined;
        // One refusal shows that a fit is needed; one success, that an excuse is not.
        let decided = false;
        for (let attempt = 0; attempt < TRIES && !decided; attempt++) {
          const sent = subject.records.unfitted(name);
          const { status, id } = await calls.create(subject.admin, sent);
          const { data } = status === 200 ? await calls.read(subject.admin, id) : { data: {} };
          if (status === 200) subject.records.keep(name, 'own', { id, sent });
          const accepted = status === 200 && differences(resource, sent, data as Sample).length === 0;
          decided = accepted === excused;
        }
        if (decided === excused) needless.push(name);
      }
      expect(needless).toEqual([]);
    });

    describePermissions(resources, given);
    describe.each(named(generic))('%s', (_name, resource) => {
      describeValidity(resource, given);
      describeScope(resource, given, application);
      describeTransfer(resource, given);
      describeMasks(resource, given);
    });
  });
}
