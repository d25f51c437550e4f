import type { Field, Model, Resource } from '../model.ts';
import { mask } from '../src/server/data/kinds/masks.ts';
import type { Sample } from './calls.ts';
import { referenced, type Records } from './records.ts';
import { writableFields } from './subject.ts';

/** Two records of a resource whose masked values look alike, in full only to who may see details. */
export interface Secret {
  /** Of every masked property: the value of each record. */
  readonly values: ReadonlyMap<Field, readonly [greater: string, less: string]>;
  /** The record of the greater values, then that of the lesser. */
  readonly made: readonly [number, number];
}

/** Masked properties that a save may write. */
export const maskedFields = (resource: Resource): readonly Field[] =>
  writableFields(resource).filter((field) => field.mask);

const replaced = (text: string, at: number, letter: string): string => text.slice(0, at) + letter + text.slice(at + 1);

/** Two texts that the property takes and the mask shows as the same one. */
function secretsFor(field: Field, seed: number): readonly [string, string] {
  const { pattern, maxLength = 60, format } = field.schema;
  const digits = String(7_130_246_815_937 + seed * 1_000_003);
  const candidates = format === 'email' ? [`q${digits}@example.com`] : [`08${digits}`, `+66${digits}`, `Q${digits}w`];
  for (const text of candidates.map((one) => one.slice(0, maxLength))) {
    const hidden = [...mask(field.mask!, text)].findIndex((letter, at) => letter === '*' && /\d/.test(text[at]!));
    if (hidden < 0 || (pattern && !new RegExp(pattern, 'u').test(text))) continue;
    const pair = [replaced(text, hidden, '9'), replaced(text, hidden, '0')] as const;
    if (mask(field.mask!, pair[0]) === mask(field.mask!, pair[1])) return pair;
  }
  throw new Error(`${field.name}: no two texts are known that its mask makes alike`);
}

/** The secrets of every resource that has masked values, made when they are first asked for. */
export class Secrets {
  readonly #model: Model;
  readonly #records: Records;
  readonly #known = new Map<string, Promise<Secret>>();

  constructor(model: Model, records: Records) {
    this.#model = model;
    this.#records = records;
  }

  of(resource: Resource): Promise<Secret> {
    const known = this.#known.get(resource.name) ?? this.#make(resource);
    this.#known.set(resource.name, known);
    return known;
  }

  async #make(resource: Resource): Promise<Secret> {
    const { name } = resource;
    // Those of other resources, which may be seen there, are others.
    const values = new Map(
      maskedFields(resource).map((field) => [field, secretsFor(field, this.#records.fresh())] as const),
    );
    const valuesOf = (at: 0 | 1): Sample =>
      Object.fromEntries([...values].map(([field, pair]) => [field.name, pair[at]]));
    const greater = await this.#records.create(name, 'own', valuesOf(0));
    const less = await this.#records.create(name, 'own', valuesOf(1));
    // Whoever points at them may show their title.
    for (const other of this.#model.resources.values())
      if (this.#records.made(other.name).length > 0)
        for (const field of writableFields(other))
          if (field.ref?.resource === name && referenced(other.entity).includes(name))
            await this.#records.create(other.name, 'own', {
              [field.name]: field.kind === 'refs' ? [less.id] : less.id,
            });
    return { values, made: [greater.id, less.id] };
  }
}

/** Where a text has a secret in full: `list of order shows phone`. */
export const leaks = (
  { values }: Pick<Secret, 'values'>,
  texts: readonly (readonly [call: string, text: string])[],
): string[] =>
  texts.flatMap(([call, text]) =>
    [...values].flatMap(([field, pair]) =>
      pair.some((secret) => text.includes(secret)) ? [`${call} shows ${field.name}`] : [],
    ),
  );
