import fc from 'fast-check';
import { createRandom, type Entity, type Field, type Model, type PropertySchema, type RefKeyword } from '../model.ts';
import { sampleRecord } from '../src/server/data/index.ts';
import type { Client } from './run/application.ts';
import { callsOf, type Outcome, type Sample } from './calls.ts';
import { isThere, type GeneratedTestOptions } from './subject.ts';

/** Everything of world `own` belongs to one scope record, everything of `other` to another. Without a scope there is one world. */
export type World = 'own' | 'other';

export interface Made {
  readonly id: number;
  readonly sent: Sample;
}

const RECORDS = 4;
/** Of what commands make. */
const FEW = 2;
const MANY = 30;
const ATTEMPTS = 40;
const SEED = 7;
const NOW = Date.UTC(2026, 5, 1);

/** Resources that a document names, at any depth. */
function named(schema: PropertySchema): string[] {
  return [
    ...(schema['x-ref'] ? [schema['x-ref'].resource] : []),
    ...(schema.items ? named(schema.items) : []),
    ...Object.values(schema.properties ?? {}).flatMap(named),
  ];
}

/** Resources that records of this one point at, in documents too. */
export const referenced = ({ fields }: Entity): readonly string[] => [
  ...new Set(fields.filter(({ readOnly }) => !readOnly).flatMap(({ schema }) => named(schema))),
];

/** Makes valid random records, distinct where they have to be, that name only records of their own world. */
export class Records {
  readonly #model: Model;
  readonly #options: GeneratedTestOptions;
  readonly #admin: Client;
  readonly #generic: ReadonlySet<string>;
  readonly #random = createRandom(SEED);
  readonly #made = new Map<string, Made[]>();
  readonly #sent = new Map<string, Sample>();
  readonly #taken = new Set<string>();
  /** By pattern: to read one takes longer than to make a text of it. */
  readonly #matchings = new Map<string, fc.Arbitrary<string>>();
  #ordinal = 0;

  constructor(model: Model, admin: Client, options: GeneratedTestOptions, generic: ReadonlySet<string>) {
    this.#model = model;
    this.#admin = admin;
    this.#options = options;
    this.#generic = generic;
  }

  /** Whether a record of this entity lies in a scope, or is one. */
  isScoped(name: string): boolean {
    return name === this.#model.scopeEntity || (this.#model.entities.get(name)?.scope.length ?? 0) > 0;
  }

  worldOf(name: string, world: World): World {
    return this.isScoped(name) ? world : 'own';
  }

  /** Records made so far, in the world where the resource has worlds. */
  made(name: string, world: World = 'own'): readonly Made[] {
    return this.#made.get(`${name} ${this.worldOf(name, world)}`) ?? [];
  }

  /** Every id made so far, of both worlds. */
  ids(name: string): number[] {
    return [...new Set([...this.made(name, 'own'), ...this.made(name, 'other')].map(({ id }) => id))];
  }

  /** A number that nothing made before or after is made with. */
  fresh(): number {
    return ++this.#ordinal;
  }

  forget(name: string, ids: readonly number[]): void {
    for (const world of ['own', 'other'] as const) {
      const list = this.#made.get(`${name} ${world}`);
      if (list)
        this.#made.set(
          `${name} ${world}`,
          list.filter(({ id }) => !ids.includes(id)),
        );
    }
  }

  #matching(pattern: string, { least, most }: { readonly least: number; readonly most: number }): string {
    let matching = this.#matchings.get(pattern);
    if (!matching)
      this.#matchings.set(pattern, (matching = fc.stringMatching(new RegExp(pattern, 'u'), { size: 'medium' })));
    const texts = matching.filter(
      // Texts come back without blanks at their ends.
      (text) => text.trim() === text && text.length >= least && text.length <= most,
    );
    return fc.sample(texts, { numRuns: 1, seed: this.#ordinal })[0]!;
  }

  #raw(entity: Entity, world: World, changed?: Made): Sample {
    const pick = (resource: string, where: NonNullable<RefKeyword['where']> = {}): number | undefined => {
      // What is not sent, such as a state, begins as the schema says.
      const { properties, 'x-states': states } = this.#model.entities.get(resource)!.schema;
      const first = (name: string): unknown => (states?.field === name ? states.initial : properties[name]?.default);
      const fits = ({ sent }: Made): boolean =>
        Object.entries(where).every(([name, values]) =>
          values.includes((sent[name] ?? first(name)) as string | number),
        );
      // What is changed goes below nothing that may stand below itself.
      const known = this.made(resource, world).filter(
        (one) => fits(one) && (!changed || resource !== entity.name || one.id < changed.id),
      );
      return known.length > 0 ? this.#random.pick(known).id : undefined;
    };
    const record = sampleRecord(this.#model, entity, {
      random: this.#random,
      ordinal: this.#ordinal,
      now: NOW,
      reference: pick,
      matching: (pattern, length) => this.#matching(pattern, length),
    });
    // A record without its scope would be nobody's.
    for (const { steps, last } of entity.scope) {
      const root = entity.byName.get(steps[0]?.field ?? last);
      if (root?.ref && !root.readOnly) record[root.name] ??= pick(root.ref.resource) ?? null;
    }
    for (const { name, field, resource, by } of entity.many) {
      if (!field.required && !field.schema.minItems) continue;
      const child = this.#raw(this.#model.entities.get(resource)!, world);
      delete child[by];
      record[name] = [child];
    }
    return record;
  }

  /** The values of a record that no other may have; empty ones never collide. */
  #keys(entity: Entity, record: Sample): string[] {
    return entity.unique.flatMap(({ fields }) => {
      const values = fields.map((field) => record[field] ?? null);
      return values.includes(null) ? [] : [JSON.stringify([entity.name, fields, values])];
    });
  }

  /** Valid by the schema alone, and equal to no earlier one where that is not allowed. */
  unfitted(name: string, world: World = 'own', changed?: Made): Sample {
    const sample = this.#unlike(this.#model.entities.get(name)!, world, changed);
    if (!sample) throw new Error(`${name}: no sample is unlike all the others`);
    return sample;
  }

  /** The same; where all pairs of related records are used up, there are more of those first. */
  async unfittedWithRoom(name: string): Promise<Sample> {
    const entity = this.#model.entities.get(name)!;
    const sample = this.#unlike(entity, 'own');
    if (sample) return sample;
    for (const field of entity.unique.flatMap(({ fields }) => fields)) {
      const related = entity.byName.get(field)?.ref?.resource;
      if (related && this.#generic.has(related)) await this.create(related);
    }
    return this.unfitted(name);
  }

  #unlike(entity: Entity, world: World, changed?: Made): Sample | undefined {
    for (let attempt = 0; attempt < 10 * ATTEMPTS; attempt++) {
      this.fresh();
      const record = this.#raw(entity, world, changed);
      if (!this.#keys(entity, record).some((key) => this.#taken.has(key))) return record;
    }
    return undefined;
  }

  /**
   * Whether its interval overlaps that of another record with the same key (`x-exclude`). An end that is missing is open; without both nothing
   * is blocked.
   */
  #overlaps({ name, schema }: Entity, record: Sample, changed?: Made): boolean {
    const {
      interval: [start, end],
      key,
    } = schema['x-exclude'] ?? { interval: ['', ''], key: [] };
    const blocks = (one: Sample): boolean => isThere(one[start]) || isThere(one[end]);
    const isBefore = (one: Sample, other: Sample): boolean =>
      isThere(one[end]) && isThere(other[start]) && String(one[end]) <= String(other[start]);
    return [...this.made(name, 'own'), ...this.made(name, 'other')].some(
      ({ id, sent }) =>
        id !== changed?.id &&
        blocks(sent) &&
        blocks(record) &&
        key.every((field) => sent[field] === record[field]) &&
        !isBefore(sent, record) &&
        !isBefore(record, sent),
    );
  }

  #fitted(name: string, world: World, changed?: Made): Sample {
    const record = this.unfitted(name, world, changed);
    // What a change leaves out stays, and a default is for new records only.
    if (changed)
      for (const { name: property, default: otherwise, readOnly, show } of this.#model.entities.get(name)!.fields)
        if (otherwise !== undefined && !readOnly && !show && !(property in record)) record[property] ??= otherwise;
    const sentFor = (resource: string, id: unknown): Sample => this.#sent.get(`${resource} ${String(id)}`) ?? {};
    const about = { sentFor, ordinal: this.#ordinal, before: changed?.sent };
    return this.#options.fit?.[name]?.fit(record, about) ?? record;
  }

  /** Valid by the schema and by the application's own rules; with `changed` as new values of that record. */
  sample(name: string, world: World = 'own', changed?: Made): Sample {
    const entity = this.#model.entities.get(name)!;
    for (let attempt = 0; ; attempt++) {
      const record = this.#fitted(name, world, changed);
      if (attempt === ATTEMPTS || !this.#overlaps(entity, record, changed)) return record;
    }
  }

  /** A sample in which this property is there: what conditions hide or leave empty is tried again. */
  sampleWith(name: string, property: string, world: World = 'own'): Sample | undefined {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const record = this.sample(name, world);
      const value = record[property];
      if (value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)) return record;
    }
    return undefined;
  }

  keep(name: string, world: World, made: Made): Made {
    const key = `${name} ${this.worldOf(name, world)}`;
    this.#made.set(key, [...(this.#made.get(key) ?? []).filter(({ id }) => id !== made.id), made]);
    this.#sent.set(`${name} ${made.id}`, made.sent);
    for (const taken of this.#keys(this.#model.entities.get(name)!, made.sent)) this.#taken.add(taken);
    return made;
  }

  /** Sends samples until one is taken. Throws when the application refuses what its schemas call valid. */
  async #save(
    name: string,
    world: World,
    sample: () => Sample,
    send: (sent: Sample) => Promise<Outcome & { readonly id: number }>,
  ): Promise<Made> {
    let refused = '';
    // There may be intervals that nothing here knows of.
    for (let attempt = 0; attempt < (this.#model.entities.get(name)!.schema['x-exclude'] ? ATTEMPTS : 1); attempt++) {
      const sent = sample();
      const { status, id, text } = await send(sent);
      if (status === 200) return this.keep(name, world, { id, sent });
      refused = `${text} for ${JSON.stringify(sent)}`;
    }
    throw new Error(`${name}: valid data is refused: ${refused}`);
  }

  /** Makes one record by the generic save; empty values of `unsent` properties are left out. */
  async create(
    name: string,
    world: World = 'own',
    changes: Sample = {},
    unsent: (field: Field) => boolean = () => false,
  ): Promise<Made> {
    const resource = this.#model.resources.get(name)!;
    const sample = (): Sample => {
      const sent = { ...this.sample(name, world), ...changes };
      for (const field of resource.entity.fields)
        if (sent[field.name] === null && unsent(field)) delete sent[field.name];
      return sent;
    };
    return this.#save(name, world, sample, (sent) => callsOf(resource).create(this.#admin, sent));
  }

  /** Gives a record of world `own` other values by the generic save. */
  async change(name: string, made: Made): Promise<Made> {
    const { update } = callsOf(this.#model.resources.get(name)!);
    return this.#save(
      name,
      'own',
      () => this.sample(name, 'own', made),
      async (sent) => ({ ...(await update(this.#admin, made.id, sent)), id: made.id }),
    );
  }

  /** A combination of relations that must be unique needs more records to combine. */
  #count(name: string): number {
    if (name === this.#model.scopeEntity) return 1;
    const combined = [...this.#generic].some((other) => {
      const { unique, byName } = this.#model.entities.get(other)!;
      return unique.some(
        ({ fields }) =>
          fields.every((field) => byName.get(field)?.ref) &&
          fields.some((field) => byName.get(field)?.ref?.resource === name),
      );
    });
    return combined ? MANY : RECORDS;
  }

  /** Records that the application says how to make. */
  async #makeByCommand(name: string, world: World): Promise<void> {
    const make = this.#options.made?.[name];
    if (!make || this.made(name, world).length > 0) return;
    const { scopeEntity } = this.#model;
    const scope = scopeEntity === undefined ? undefined : this.made(scopeEntity, world)[0]?.id;
    for (let index = 0; index < FEW; index++) this.keep(name, world, { id: await make(this.#admin, scope), sent: {} });
  }

  /** Some records of every resource and world, those that others point at first; a circle is entered anywhere. */
  async makeAll(): Promise<void> {
    const { scopeEntity } = this.#model;
    for (const world of scopeEntity ? (['own', 'other'] as const) : (['own'] as const)) {
      const visiting = new Set<string>();
      const visit = async (name: string): Promise<void> => {
        if (visiting.has(name)) return;
        visiting.add(name);
        await this.#makeByCommand(name, world);
        if (!this.#generic.has(name)) return;
        for (const target of referenced(this.#model.entities.get(name)!)) await visit(target);
        if (this.made(name, world).length > 0) return;
        for (let index = 0; index < this.#count(name); index++) await this.create(name, world);
      };
      if (scopeEntity) await visit(scopeEntity);
      for (const name of [...Object.keys(this.#options.made ?? {}), ...this.#generic]) await visit(name);
    }
  }
}
