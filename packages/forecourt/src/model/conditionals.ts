import { SOMETIMES as HINT } from './conditionalHint.ts';
import type { Condition, EntitySchema, PropertySchema } from './schema.ts';
import { escapePointer, isObject } from './shapes.ts';
import { checkCondition, checkProperty, type Problem } from './vocabulary.ts';

type Json = Readonly<Record<string, unknown>>;

/** Standard keywords on the schema that say what holds only for some records. */
const CONDITIONAL = ['oneOf', 'allOf', 'if', 'then', 'else', 'dependentRequired'] as const;
const BRANCH: ReadonlySet<string> = new Set([...CONDITIONAL, 'properties', 'required', 'title', 'description', 'type']);

const own = (object: object, name: string): boolean => Object.hasOwn(object, name);
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Both must hold; undefined always holds. */
const both = (one: Condition | undefined, other: Condition | undefined): Condition | undefined =>
  one && other ? { allOf: [one, other] } : (one ?? other);

const oneOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 1 ? conditions[0]! : { anyOf: conditions };

/** What branches say of one property. */
interface Said {
  schema?: PropertySchema;
  /** Where the property is declared by branches only: the conditions of those branches. */
  readonly shown: Condition[];
  readonly hidden: Condition[];
  readonly required: Condition[];
}

class Expansion {
  readonly problems: Problem[] = [];
  readonly properties: Record<string, PropertySchema>;
  readonly required: Set<string>;
  readonly said = new Map<string, Said>();
  readonly #file: string;
  readonly #base: Readonly<Record<string, PropertySchema>>;

  constructor(file: string, schema: EntitySchema) {
    this.#file = file;
    this.#base = schema.properties;
    this.properties = { ...schema.properties };
    this.required = new Set(schema.required);
  }

  report(pointer: string, message: string): void {
    this.problems.push({ file: this.#file, pointer, message });
  }

  of(name: string): Said {
    let said = this.said.get(name);
    if (!said) this.said.set(name, (said = { shown: [], hidden: [], required: [] }));
    return said;
  }

  /** What a (sub)schema says of the records for which `when` holds. */
  branch(schema: unknown, when: Condition | undefined, pointer: string): void {
    if (!isObject(schema)) return this.report(pointer, 'a schema object is expected here');
    for (const keyword of Object.keys(schema))
      if (!BRANCH.has(keyword))
        this.report(`${pointer}/${escapePointer(keyword)}`, `"${keyword}" cannot hold for some records only; ${HINT}`);
    for (const [name, part] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {}))
      this.property(name, part, when, `${pointer}/properties/${escapePointer(name)}`);
    for (const name of Array.isArray(schema['required']) ? (schema['required'] as string[]) : [])
      if (when) this.of(name).required.push(when);
      else this.required.add(name);
    this.conditionals(schema, when, pointer);
  }

  /** The conditional keywords of a (sub)schema. */
  conditionals(schema: Json, when: Condition | undefined, pointer: string): void {
    const list = (keyword: 'oneOf' | 'allOf'): readonly unknown[] => {
      const value = schema[keyword];
      if (value === undefined) return [];
      if (Array.isArray(value) && value.length > 0) return value;
      this.report(`${pointer}/${keyword}`, 'a list of schemas is expected here');
      return [];
    };
    list('allOf').forEach((part, index) => this.branch(part, when, `${pointer}/allOf/${index}`));
    this.variants(list('oneOf'), when, `${pointer}/oneOf`);
    if (schema['if'] !== undefined) {
      const before = this.problems.length;
      checkCondition(schema['if'], `${pointer}/if`, (at, message) => this.report(at, message));
      if (this.problems.length > before) return;
      const condition = schema['if'] as Condition;
      if (schema['then'] !== undefined) this.branch(schema['then'], both(when, condition), `${pointer}/then`);
      if (schema['else'] !== undefined) this.branch(schema['else'], both(when, { not: condition }), `${pointer}/else`);
    } else
      for (const keyword of ['then', 'else'])
        if (schema[keyword] !== undefined) this.report(`${pointer}/${keyword}`, `"${keyword}" needs an "if" beside it`);
    this.dependent(schema['dependentRequired'], when, `${pointer}/dependentRequired`);
  }

  dependent(value: unknown, when: Condition | undefined, pointer: string): void {
    if (value === undefined) return;
    if (!isObject(value)) return this.report(pointer, 'an object is expected here: { "name": ["others"] }');
    for (const [name, others] of Object.entries(value))
      if (!Array.isArray(others) || !others.every((other) => typeof other === 'string' && other !== ''))
        this.report(`${pointer}/${escapePointer(name)}`, 'a list of properties is expected here');
      else for (const other of others as string[]) this.of(other).required.push(both(when, { required: [name] })!);
  }

  property(name: string, part: unknown, when: Condition | undefined, pointer: string): void {
    const said = this.of(name);
    // `false` is how the standard says that a property may not be there.
    if (part === false && when) return void said.hidden.push(when);
    if (part === true || (isObject(part) && Object.keys(part).length === 0)) return;
    if (own(this.#base, name))
      return same(part, this.#base[name])
        ? undefined
        : this.report(
            pointer,
            `"${name}" already stands in the properties of the schema, and limits cannot hold for some records only; leave it {} here, or make two properties of it`,
          );
    const before = this.problems.length;
    checkProperty(part, pointer, (at, message) => this.report(at, message));
    if (this.problems.length > before) return;
    const { 'x-show': show, ...schema } = part as PropertySchema;
    if (said.schema && !same(said.schema, schema))
      return this.report(pointer, `"${name}" has another shape in another variant; give the two different names`);
    said.schema = schema;
    const shown = both(when, show);
    if (shown) said.shown.push(shown);
  }

  /** Variants told apart by the value of one property. */
  variants(variants: readonly unknown[], when: Condition | undefined, pointer: string): void {
    if (variants.length === 0) return;
    const valuesIn = (variant: unknown, name: string): readonly unknown[] | undefined => {
      const part = isObject(variant) && isObject(variant['properties']) ? variant['properties'][name] : undefined;
      if (!isObject(part)) return undefined;
      if ('const' in part) return [part['const']];
      return Array.isArray(part['enum']) ? (part['enum'] as unknown[]) : undefined;
    };
    const [first] = variants;
    const names = isObject(first) && isObject(first['properties']) ? Object.keys(first['properties']) : [];
    const told = names.find((name) => {
      const all = variants.map((variant) => valuesIn(variant, name));
      const flat = all.flatMap((values) => values ?? []);
      return all.every(Boolean) && new Set(flat.map((value) => JSON.stringify(value))).size === flat.length;
    });
    if (told === undefined)
      return this.report(
        pointer,
        `the variants are not told apart by one property that has another "const" or "enum" in each; ${HINT}`,
      );
    const values = variants.flatMap((variant) => valuesIn(variant, told)!) as (string | number)[];
    const base = this.#base[told];
    const type = base?.type ?? (typeof values[0] === 'number' ? 'number' : 'string');
    if (!base && when) this.of(told).shown.push(when);
    // Without it every variant would fit, and exactly one must.
    if (when) this.of(told).required.push(when);
    else {
      this.required.add(told);
      this.properties[told] = { type: values.every(Number.isInteger) ? 'integer' : type, ...base, enum: values };
    }
    if (when && !base) this.of(told).schema = { type, enum: values };
    variants.forEach((variant, index) => {
      const { [told]: _, ...properties } = (variant as { properties: Json }).properties;
      const chosen = valuesIn(variant, told)!;
      const test: Condition = chosen.length === 1 ? { const: chosen[0] } : { enum: chosen };
      const { required, ...rest } = variant as { required?: readonly string[] };
      this.branch(
        { ...rest, properties, required: required?.filter((name) => name !== told) },
        both(when, { properties: { [told]: test } }),
        `${pointer}/${index}`,
      );
    });
  }

  /** Puts what the branches said onto the properties. */
  finish(): void {
    for (const [name, { schema, shown, hidden, required }] of this.said) {
      const base = own(this.properties, name) ? this.properties[name] : schema;
      if (!base) {
        this.report('', `"${name}" is required or forbidden under a condition, but is no property`);
        continue;
      }
      const show = both(
        both(base['x-show'], shown.length > 0 ? oneOf(shown) : undefined),
        hidden.length > 0 ? { not: oneOf(hidden) } : undefined,
      );
      const require = [...(base['x-require'] ? [base['x-require']] : []), ...required];
      this.properties[name] = {
        ...base,
        ...(show && { 'x-show': show }),
        ...(require.length > 0 && { 'x-require': oneOf(require) }),
      };
    }
  }
}

/**
 * The schema with its standard conditional keywords compiled into x-show and x-require of the properties, so that table, form and API
 * know one way to say "sometimes". A property that only a branch declares is shown under the condition of the branch. What has no such
 * form is a problem at its pointer.
 */
export function expandConditionals(
  file: string,
  schema: EntitySchema,
): { schema: EntitySchema; problems: readonly Problem[] } {
  const source = schema as unknown;
  if (!isObject(source) || !isObject(source['properties']) || !CONDITIONAL.some((keyword) => own(source, keyword)))
    return { schema, problems: [] };
  const expansion = new Expansion(file, schema);
  expansion.conditionals(source, undefined, '');
  expansion.finish();
  const rest = { ...schema };
  for (const keyword of CONDITIONAL) Reflect.deleteProperty(rest, keyword);
  return {
    schema: {
      ...rest,
      properties: expansion.properties,
      required: [...expansion.required],
    },
    problems: expansion.problems,
  };
}
