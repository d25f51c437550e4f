import {
  holds,
  isBelow,
  isNumeric,
  missingToCreate,
  permits,
  readsOf,
  type Entity,
  type Field,
} from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import { forbidden, refuseFields, type FieldErrors } from '../../errors.ts';
import { fieldLabel } from '../labels.ts';
import type { Caller } from '../caller.ts';
import { defaultValue } from './defaults.ts';
import { BadValue, isEmpty, kindFor, toStorage, toWire } from '../kinds/index.ts';
import { mayWrite, type Engine } from '../query/index.ts';
import { checkBoundSecrets, leavesSecret } from './boundSecrets.ts';
import { geoProblems } from './geo.ts';
import { judgedFields } from './judgedFields.ts';
import { mask } from '../kinds/index.ts';
import { nestedOrder, spanProblem } from './nested.ts';
import type { SaveInput } from './readInput.ts';
import { checkShapes } from './schema.ts';
import { yearProblems } from './years.ts';

type Issue = FieldErrors[string];
type Input = Readonly<Record<string, unknown>>;

/** A step on its way to another state: what it brings beside that. */
export interface TakenStep {
  readonly to: string | number;
  readonly ask: ReadonlySet<string>;
  readonly require: ReadonlySet<string>;
}

/** What may have been shown masked and come back so. */
const isMaskedText = (field: Field, value: unknown): value is string =>
  field.mask !== undefined && typeof value === 'string' && value.includes('*');

/** What is given as it was shown is no change: `138****5678` stays what it stands for. */
function withoutMasked(entity: Entity, input: SaveInput, stored: Row | null): SaveInput {
  if (!stored) return input;
  const given = Object.entries(input.given).filter(([name, value]) => {
    const field = entity.byName.get(name)!;
    const before = stored[name];
    return !(isMaskedText(field, value) && typeof before === 'string' && mask(field.mask!, before) === value);
  });
  return { ...input, given: Object.fromEntries(given) };
}

/** Dates among these values whose year cannot be meant. */
function yearIssues(entity: Entity, values: Input, now: number): Record<string, Issue> {
  const present = new Date(now).getUTCFullYear();
  const { dated } = judgedFields(entity);
  return Object.assign({}, ...dated.map(({ name, schema }) => yearProblems(schema, values[name], name, present)));
}

/** Whether the checks of a change depend on values that were not sent: only then must the stored row be read first. */
export function needsStored(entity: Entity, input: SaveInput, caller: Caller): boolean {
  if (input.id === null) return false;
  if (Object.keys(yearIssues(entity, input.given, caller.now)).length > 0) return true;
  const sent = (name: string): boolean => name === 'id' || name in input.given;
  return entity.fields.some((field) => {
    if (sent(field.name) && (field.name === entity.stateField || field.edit || field.schema['x-proof'])) return true;
    if (isMaskedText(field, input.given[field.name])) return true;
    if (field.require && !sent(field.name)) return true;
    if (leavesSecret(field, sent)) return true;
    if (field.after && sent(field.name) !== sent(field.after)) return true;
    return [...readsOf(field.show), ...readsOf(field.require)].some((name) => !sent(name));
  });
}

/** What the kinds themselves know of their values: the calendar, what 64 bits hold. */
function checkKinds(entity: Entity, values: Input, errors: Record<string, Issue>, zone: string): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === null || name in errors) continue;
    const field = entity.byName.get(name)!;
    try {
      kindFor(field).check?.(value, zone, field);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      errors[name] = error.issue;
    }
  }
}

function checkOrder(entity: Entity, merged: Input, given: Input, errors: Record<string, Issue>, caller: Caller): void {
  for (const field of judgedFields(entity).ordered) {
    if (!(field.name in given || field.after in given)) continue;
    const [value, limit] = [merged[field.name], merged[field.after]];
    if (isEmpty(value) || isEmpty(limit) || field.name in errors || field.after in errors) continue;
    if (isBelow(value, limit))
      errors[field.name] = [
        isNumeric(value) ? 'msg.below' : 'msg.after',
        { field: fieldLabel(caller, entity.name, field.after) },
      ];
  }
}

/** Whether something is wrong with a property, or inside it. */
const hasErrorAt = (errors: Readonly<Record<string, Issue>>, name: string): boolean =>
  Object.keys(errors).some((path) => path === name || path.startsWith(`${name}.`));

/** The record as it will be, in wire form: stored values under the given ones. */
function merge(
  entity: Entity,
  input: SaveInput,
  stored: Row | null,
  now: number,
  zone: string,
): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  const fields = judgedFields(entity);
  if (stored) for (const field of fields.stored) merged[field.name] = toWire(field, stored[field.name], zone);
  else if (input.id === null) for (const field of fields.preset) merged[field.name] = defaultValue(field, now, zone);
  const states = entity.schema['x-states'];
  if (states && input.id === null) merged[states.field] = states.initial;
  if (input.id !== null) merged['id'] = input.id;
  return Object.assign(merged, input.given);
}

/**
 * Why a save may not take a step of the state machine: undefined where the schema says that it may (`save`) and the actor could do the step
 * itself.
 */
function stepRefusal(engine: Engine, entity: Entity, from: unknown, to: unknown, caller: Caller): string | undefined {
  const { save, transitions } = entity.schema['x-states']!;
  const step = transitions.find((one) => one.from.includes(from as number) && one.to === to);
  if (save !== true || !step) return 'msg.readOnly';
  const action = engine.model.resources.get(entity.name)?.actions.find(({ name }) => name === step.action);
  return action && permits(caller.actor.permissions, action.keys) ? undefined : 'msg.forbidden.text';
}

/** The state is moved by steps only; a form that sends it back unchanged is no attempt. */
function checkUnwritable(
  engine: Engine,
  caller: Caller,
  entity: Entity,
  input: SaveInput,
  stored: Row | null,
  zone: string,
  given: Record<string, unknown>,
  errors: Record<string, Issue>,
  step: TakenStep | undefined,
): void {
  // Few properties ask for it.
  let earlier: Input | undefined;
  const beforehand = (): Input =>
    (earlier ??= merge(entity, { ...input, given: {} }, input.id === null ? null : stored, caller.now, zone));
  for (const field of judgedFields(entity).locked) {
    if (!(field.name in given) || step?.ask.has(field.name)) continue;
    const isState = field.name === entity.stateField;
    const locked =
      field.edit !== undefined && input.id !== null && !holds(field.edit, { ...beforehand(), id: input.id });
    if (!isState && !locked) continue;
    const [value, was] = [given[field.name] ?? null, beforehand()[field.name] ?? null];
    if (JSON.stringify(value) === JSON.stringify(was)) {
      delete given[field.name];
      continue;
    }
    const refusal = locked ? (field.locked ?? 'msg.readOnly') : stepRefusal(engine, entity, was, value, caller);
    if (refusal) errors[field.name] = refusal;
  }
}

/**
 * Checks a save against the schema and answers the values to write, in storage form. `stored` is the row before the change, where one was
 * read, `step` what moves its state at the same time. Every mistake becomes the message key of its field; all of them at once. A `form`
 * also names what it should have asked for and did not send, whatever a default would make of it (D-API-04). With `changesOnly` a stored
 * record may lack what it must have under a condition, as long as the change has nothing to do with that; one that is `incomplete` may lack it in any case.
 */
export function validate(
  engine: Engine,
  entity: Entity,
  sent: SaveInput,
  stored: Row | null,
  zone: string,
  caller: Caller,
  {
    form = false,
    changesOnly = false,
    incomplete = false,
    step,
  }: {
    readonly form?: boolean;
    readonly changesOnly?: boolean;
    readonly incomplete?: boolean | undefined;
    readonly step?: TakenStep | undefined;
  } = {},
): Row {
  const input = withoutMasked(entity, sent, stored);
  const errors: Record<string, Issue> = {};
  const given: Record<string, unknown> = { ...input.given };
  const creating = input.id === null;
  if (creating && caller.actor.fields && missingToCreate(entity, caller.actor).length > 0) throw forbidden();
  const merged = merge(entity, input, stored, caller.now, zone);
  if (step) merged[entity.stateField!] = step.to;
  checkUnwritable(engine, caller, entity, input, stored, zone, given, errors, step);

  const fields = judgedFields(entity);
  const hidden = new Set<string>();
  for (const field of fields.conditional) {
    if (step?.ask.has(field.name) || holds(field.show, merged)) continue;
    hidden.add(field.name);
    merged[field.name] = null;
    // A hidden field's value is dropped, and one that is already stored goes too, or may be: not every change reads the stored row. A step
    // writes what it asks for and nothing else.
    if (
      !step &&
      !field.readOnly &&
      (field.name in given || (creating ? fields.preset.includes(field) : stored?.[field.name] !== null))
    )
      given[field.name] = null;
  }
  const present: Record<string, unknown> = {};
  for (const name in given) if (given[name] !== null) present[name] = given[name];
  Object.assign(errors, checkShapes(entity, present, engine.model.codes));
  checkKinds(entity, given, errors, zone);
  for (const [path, issue] of Object.entries(yearIssues(entity, given, caller.now))) {
    // A date that stands there already is not questioned again.
    const name = path.split('.', 1)[0]!;
    const before = stored && toWire(entity.byName.get(name)!, stored[name], zone);
    if (JSON.stringify(given[name]) !== JSON.stringify(before)) errors[path] ??= issue;
  }
  for (const field of step ? fields.stored : fields.demanded) {
    if (
      hidden.has(field.name) ||
      (field.readOnly && !step?.ask.has(field.name)) ||
      field.builtIn ||
      field.name in errors ||
      !mayWrite(engine, entity, field, caller.actor)
    )
      continue;
    const conditional = !incomplete && field.require !== undefined && holds(field.require, merged);
    const keptSecret = field.writeOnly && !creating && !(field.name in given);
    const touched = !changesOnly || readsOf(field.require).some((name) => name in given);
    const judged = creating || field.name in given || (conditional && stored !== null && touched);
    const missing = form && creating && field.name !== entity.stateField && !(field.name in given);
    const demanded = step?.require.has(field.name) === true && isEmpty(sent.given[field.name]);
    const required = (field.required || conditional) && judged && !keptSecret;
    if (demanded || (required && (missing || isEmpty(merged[field.name]))))
      errors[field.name] = field.message ?? 'msg.required';
  }
  checkOrder(entity, merged, given, errors, caller);
  if (stored) checkBoundSecrets(entity, given, merged, stored, zone, errors);
  for (const field of fields.documents)
    if (given[field.name] && !hasErrorAt(errors, field.name)) {
      const value = given[field.name];
      Object.assign(errors, geoProblems(field.widget, value, field.name));
      Object.assign(errors, spanProblem(field.name, field.schema, value));
      Object.assign(errors, nestedOrder(entity.name, field.schema, value, field.name, caller));
    }
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
  const values: Record<string, unknown> = {};
  for (const name in given) values[name] = toStorage(entity.byName.get(name)!, given[name], zone);
  return values;
}
