import type { Actor } from '../../contract.ts';
import type { Entity } from '../../../model/index.ts';
import { Parameters } from '../sql/index.ts';
import type { Engine, Reading } from './engine.ts';
import { project, type Projection, type ProjectionOptions } from './projection.ts';

interface Known {
  readonly projection: Projection;
  /** Values of its placeholders, which are the first of the statement; NOW still to be filled in. */
  readonly values: readonly unknown[];
}

/** Kept at the same time at most; each is some ten kilobytes. */
const MAX_KNOWN = 500;

const caches = new WeakMap<Engine, Map<string, Known>>();

/** One number an actor object. Rights that change make a new object, so that nothing compiled for the old ones is ever found again. */
const numbers = new WeakMap<Actor, number>();
let actors = 0;

function numberOf(actor: Actor): number {
  let number = numbers.get(actor);
  if (number === undefined) numbers.set(actor, (number = ++actors));
  return number;
}

/**
 * `project`, compiled once for an actor and kept while it is asked for. To be called before the statement has any other value. What is
 * kept depends on the key alone: the actor, the entity and the options; the instant of the request is filled in each time.
 */
export function knownProjection(query: Reading, entity: Entity, options: ProjectionOptions): Projection {
  const { engine, actor, parameters } = query;
  if (parameters.values.length > 0) throw new Error('a known projection holds the first values of its statement');
  let cache = caches.get(engine);
  if (!cache) caches.set(engine, (cache = new Map()));
  const fields = options.fields ? [...options.fields].join() : '*';
  const key = `${numberOf(actor)} ${entity.name} ${options.reveal} ${fields}`;
  let known = cache.get(key);
  if (!known) {
    const values = new Parameters();
    known = { projection: project({ engine, actor, parameters: values }, entity, options), values: values.values };
    // The oldest goes: one that is still asked for comes back by itself.
    if (cache.size >= MAX_KNOWN) cache.delete(cache.keys().next().value!);
    cache.set(key, known);
  }
  parameters.append(known.values);
  return known.projection;
}
