import type { Entity } from '../../../model/index.ts';
import type { Reading } from './engine.ts';
import { keepWritten } from './keepWritten.ts';
import { project, type Projection, type ProjectionOptions } from './projection.ts';

const texts = new WeakMap<ReadonlySet<string>, string>();

/** Names as one text; the sets of lists are the same ones again and again. */
function joined(names: ReadonlySet<string>): string {
  let text = texts.get(names);
  if (text === undefined) texts.set(names, (text = [...names].join()));
  return text;
}

const kept = keepWritten<Projection>();

/** `project`, compiled once for all actors of the same rights (`keepWritten`). To be called before the statement has any other value. */
export function knownProjection(query: Reading, entity: Entity, options: ProjectionOptions): Projection {
  const fields = options.fields ? joined(options.fields) : '*';
  return kept(query, `${entity.name} ${options.reveal} ${options.exactly} ${fields}`, (reading) =>
    project(reading, entity, options),
  );
}
