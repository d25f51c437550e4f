import type { Entity, Field } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import { isEmpty, kindFor, toWire, wallClock } from '../kinds/index.ts';
import type { Draft } from './draft.ts';

/** Documents may come with their keys in another order. */
export function same(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return one.toJSON() === other.toJSON();
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return (one ?? null) === (other ?? null);
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return keys.length === others.length && keys.every((key) => same((one as Row)[key], (other as Row)[key]));
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?\s*(Z|[+-]\d{2}:?\d{2})$/;

/** Puts instants on the clock of their record, whose zone is known by now. */
export function placeInstants(entity: Entity, draft: Draft, zone: string): void {
  for (const [name, value] of Object.entries(draft.input)) {
    const field = entity.byName.get(name)!;
    if (typeof value !== 'string' || kindFor(field).reads !== 'dateTimes') continue;
    const [, day, clock, fraction = '', offset] = INSTANT.exec(value) ?? [];
    if (day === undefined) continue;
    const digits = field.schema['x-precision'] ?? 0;
    // What is finer than the property is left for its check to refuse.
    if (digits > 0 && fraction.replace(/0+$/, '').length > digits) continue;
    const time = new Date(`${day}T${clock}${offset}`);
    if (Number.isNaN(time.getTime())) continue;
    draft.input[name] =
      `${wallClock(time, zone)}${digits > 0 ? `.${fraction.padEnd(digits, '0').slice(0, digits)}` : ''}`;
  }
}

const idsIn = (value: unknown): string => JSON.stringify([value ?? []].flat().map(String));

/** Whether a value in wire form, as the file has it, is the one that is stored. */
function isStoredValue(field: Field, value: unknown, wire: unknown): boolean {
  if (isEmpty(value) || isEmpty(wire)) return isEmpty(value) && isEmpty(wire);
  if (field.ref) return idsIn(value) === idsIn(wire);
  if (typeof value !== 'string' || typeof wire !== 'string') return same(value, wire);
  const text = kindFor(field).normal?.(value) ?? value;
  return text === wire || (kindFor(field).reads === 'dateTimes' && `${text}:00` === wire);
}

/**
 * Leaves of a row that changes a record what it changes: only that is checked and written. What is stored already stays, also where no form
 * would take it any more.
 */
export function keepChanges(entity: Entity, draft: Draft, zone: string): void {
  const { stored, input, errors } = draft;
  if (!stored) return;
  for (const [name, value] of Object.entries(input)) {
    if (name === 'id') continue;
    const field = entity.byName.get(name)!;
    if (!isStoredValue(field, value, toWire(field, stored[name], zone))) continue;
    delete input[name];
    delete errors[name];
  }
}
