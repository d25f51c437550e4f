import { randomUUID } from 'node:crypto';
import type { Entity, Field } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import { toStorage, wallClock } from '../kinds/index.ts';
import { judgedFields } from './judgedFields.ts';

/** What a new record holds where nothing was given, in wire form: constant, or found out now. Undefined where the schema says none. */
export function defaultValue({ default: constant, dynamicDefault, schema }: Field, now: number, zone: string): unknown {
  switch (dynamicDefault) {
    case 'now':
      return wallClock(new Date(now), zone, schema['x-precision']);
    case 'today':
      return wallClock(new Date(now), zone).slice(0, 10);
    case 'uuid':
      return randomUUID();
    case undefined:
      return constant;
  }
}

/** Defaults of a new record in storage form, for what was not given. `now` is the time of the request. */
export function defaults(entity: Entity, values: Row, now: number, zone: string): Row {
  const added: Row = {};
  for (const field of judgedFields(entity).preset) {
    if (field.name in values) continue;
    const value = defaultValue(field, now, zone);
    if (value !== undefined && value !== '') added[field.name] = toStorage(field, value, zone);
  }
  const states = entity.schema['x-states'];
  if (states) added[states.field] ??= states.initial;
  return Object.assign(added, values);
}
