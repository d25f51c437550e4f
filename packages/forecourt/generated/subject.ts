import { importPath, type Field, type Model, type Resource } from '../model.ts';
import type { Application } from '../server.ts';
import type { Client, RunningApplication } from './run/application.ts';
import type { Sample } from './calls.ts';
import type { People } from './people.ts';
import type { Records } from './records.ts';
import type { Secrets } from './secrets.ts';

/** Makes valid random data obey a rule that only the application's code knows. */
export interface Fit {
  /** The rule. A fit without which nothing is refused fails the tests. */
  readonly why: string;
  fit(record: Sample, about: FitContext): Sample;
}

export interface FitContext {
  /** What was sent for another record: the model that a sub-model names. */
  sentFor(resource: string, id: unknown): Sample;
  /** Differs for every record. */
  readonly ordinal: number;
  /** What was sent for the record that this one changes. */
  readonly before?: Sample;
}

/** What an application tells the generated tests, all in one place. */
export interface GeneratedTestOptions {
  /** In so many days each resource has its turn once; without, every day. What concerns all of them together is tried every day. */
  readonly days?: number;
  /** By resource. */
  readonly fit?: Readonly<Record<string, Fit>>;
  /**
   * Resources whose records are more than their own rows, with the reason. Saving one makes or moves others, so what
   * is counted here is not all there is. They need API tests of their own, as those in `without` do.
   */
  readonly entangled?: Readonly<Record<string, string>>;
  /** Resources whose records no generic data can make, with the reason. One for which it can fails the tests. */
  readonly without?: Readonly<Record<string, string>>;
  /**
   * How a record that only commands make is made, by resource; answers its id. `scope` is the scope record it shall belong to. Whatever names such
   * records is then tried with them; without it such relations stay empty.
   */
  readonly made?: Readonly<Record<string, (admin: Client, scope: number | undefined) => Promise<number>>>;
  /** What a computed property must be, seen from the rest of its record as it is answered; by resource and property. */
  readonly computed?: Readonly<Record<string, Readonly<Record<string, (record: Sample) => unknown>>>>;
}

/** The running application and everybody who calls it. */
export interface Subject {
  readonly application: Application;
  readonly model: Model;
  readonly running: RunningApplication;
  readonly admin: Client;
  readonly people: People;
  readonly records: Records;
  readonly secrets: Secrets;
}

/** Whether the generic save writes this resource: no log, and no command at its path. */
export function hasGenericSave({ module }: Application, resource: Resource): boolean {
  const { entity, dialect, api } = resource;
  if (entity.log || !importPath(resource, entity)) return false;
  if (dialect === 'simple-rest') return true;
  return api.save !== undefined && !module.commands?.some(({ method, path }) => method === 'POST' && path === api.save);
}

/** Properties that a save may write. */
export const writableFields = ({ entity }: Resource): readonly Field[] =>
  entity.fields.filter(
    (field) => !field.builtIn && !field.readOnly && field.name !== entity.stateField && field.kind !== 'computed',
  );

/** Whether there is a value at all. */
export const isThere = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
