import type { Entity } from '../../../model/index.ts';
import { newerRecord, Refusal, refuse, refuseFields, unavailable } from '../../errors.ts';
import { unknownRecord, type Engine } from '../query/index.ts';
import { objectsOf, type TableObject } from '../tables/index.ts';

/** A row that others refer to could not be deleted. Its references are counted after the rollback. */
export class InUse extends Error {
  readonly entity: string;
  readonly ids: readonly number[];
  /** The foreign key that held it. */
  readonly table: string;
  readonly constraint: string;
  constructor(entity: string, ids: readonly number[], table: string, constraint: string) {
    super(`${entity} ${ids.join()} is referred to by ${table}`);
    this.name = 'InUse';
    this.entity = entity;
    this.ids = ids;
    this.table = table;
    this.constraint = constraint;
  }
}

interface DatabaseFailure extends Error {
  readonly code: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
}

export const isDatabaseFailure = (error: unknown): error is DatabaseFailure =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code);

/** Deadlock or serialization failure: the same work, done again, can succeed. Nothing else is tried again. */
export const isTransient = (error: unknown): boolean =>
  isDatabaseFailure(error) && (error.code === '40001' || error.code === '40P01');

const known = new WeakMap<Engine, ReadonlyMap<string, { entity: Entity; object: TableObject }>>();

export function constraintOf(
  engine: Engine,
  name: string | undefined,
): { entity: Entity; object: TableObject } | undefined {
  let constraints = known.get(engine);
  if (!constraints) {
    constraints = new Map(
      [...engine.model.entities.values()].flatMap((entity) =>
        objectsOf(entity, engine.model).map((object) => [object.name, { entity, object }] as const),
      ),
    );
    known.set(engine, constraints);
  }
  return constraints.get(name ?? '');
}

/**
 * What a failure of the database means to the user: constraints become messages at their field, impossible values "Parameter error",
 * time-outs "busy". Anything else is a fault and comes back unchanged.
 */
export function explain(engine: Engine, error: unknown): unknown {
  if (error instanceof Refusal || !isDatabaseFailure(error)) return error;
  const found = constraintOf(engine, error.constraint);
  const field = found?.object.fields.at(-1);
  switch (error.code) {
    case '23505':
      return found && field ? refuseFields({ [field]: found.object.message ?? 'msg.duplicate' }) : error;
    case '23503':
      return found && field ? refuseFields({ [field]: unknownRecord(engine, found.entity, field) }) : error;
    case '23P01':
      return found ? refuse(found.object.message ?? 'msg.duplicate') : error;
    case '23514':
      return field ? refuseFields({ [field]: 'msg.outOfRange' }) : error;
    case '23502':
      // A column of a later version (`Lineage.explain`).
      if (error.table && !engine.model.entities.get(error.table)?.byName.has(error.column ?? '')) return error;
      return error.column ? refuseFields({ [error.column]: 'msg.required' }) : error;
    case 'FC002':
      return newerRecord();
    case '57014':
    case '55P03':
    case '40001':
    case '40P01':
      return unavailable();
    // Values beyond what a type or an index can hold. Division by zero (22012) is a fault of the program.
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22021':
    case '22P02':
    case '22P05':
    case '54000':
      return refuse('msg.parameterError');
    default:
      return error;
  }
}
