import type { Entity, Field } from '../../../model/index.ts';
import { refuseFields, type FieldErrors } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { kindFor } from '../kinds/index.ts';
import { mayRead, mayWrite, type Engine } from '../query/index.ts';
import { STORED_SECRET } from './boundSecrets.ts';

type Issue = FieldErrors[string];
type Input = Readonly<Record<string, unknown>>;

/** A save as it came: an object whose names the schema knows. */
export interface SaveInput {
  readonly id: number | null;
  readonly updateTime: string | undefined;
  /** Wire form; empty texts are null. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The answer to the question of this save, where its hooks ask one. */
  readonly confirmed: boolean;
}

const MAX_DOCUMENT = 200_000;
const SYSTEM: ReadonlySet<string> = new Set(['id', 'updateTime']);

/** Text that PostgreSQL cannot store, anywhere in a value. */
function storable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && !/\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > 20) return false;
  if (Array.isArray(value)) return value.every((part) => storable(part, depth + 1));
  return Object.entries(value).every(([name, part]) => storable(name, depth + 1) && storable(part, depth + 1));
}

function normal(field: Field, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null;
  if (field.widget === 'secret' && value === STORED_SECRET) return null;
  const text = field.sensitive ? value : (kindFor(field).normal?.(value) ?? value);
  // Blanks alone say nothing, in a long text neither.
  const empty = text === '' || (!field.sensitive && typeof text === 'string' && text.trim() === '');
  return empty ? null : text;
}

function readSaveId(value: unknown): number | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/**
 * Reads the names of an input. Refuses, each by its name, what the schema does not have and what this actor may not write. `asked`: read-only
 * properties that may be written all the same.
 */
export function readInput(
  engine: Engine,
  entity: Entity,
  input: unknown,
  caller: Caller,
  asked: readonly string[] = [],
): SaveInput {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw refuseFields({ body: 'msg.invalid' });
  const errors: Record<string, Issue> = {};
  const given: Record<string, unknown> = {};
  const source = input as Input;
  const id = readSaveId(source['id']);
  if (id === undefined) errors['id'] = 'msg.invalid';
  const asks = engine.module.hooks?.[entity.name]?.asks === true;
  for (const [name, value] of Object.entries(source)) {
    if (SYSTEM.has(name)) continue;
    if (asks && name === 'confirmed') {
      if (value !== 0 && value !== 1) errors[name] = 'msg.invalid';
      continue;
    }
    const field = entity.byName.get(name);
    if (!field || (!field.writeOnly && !mayRead(engine, entity, field, caller.actor)))
      errors[name] = 'msg.unknownField';
    else if ((field.readOnly && !asked.includes(name)) || !mayWrite(engine, entity, field, caller.actor))
      errors[name] = 'msg.readOnly';
    else if (!storable(value) || (typeof value === 'object' && JSON.stringify(value).length > MAX_DOCUMENT))
      errors[name] = 'msg.invalid';
    else {
      const read = normal(field, value);
      // An empty secret on a change keeps the stored one (D-ADM-18).
      if (!(read === null && field.sensitive && field.writeOnly && id !== null)) given[name] = read;
    }
  }
  const updateTime = source['updateTime'];
  if (updateTime !== undefined && updateTime !== null && updateTime !== '' && typeof updateTime !== 'string')
    errors['updateTime'] = 'msg.badDate';
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
  return {
    id: id ?? null,
    updateTime: updateTime ? (updateTime as string) : undefined,
    given,
    confirmed: asks && source['confirmed'] === 1,
  };
}
