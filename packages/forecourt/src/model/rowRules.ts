import { propertyAt, type CompileContext } from './compileContext.ts';
import { checkPossible } from './conditionChecks.ts';
import type { Path, RowOperator, RowRule, RowTest, RowValue } from './entity.ts';
import { factsOf, kindOf, type FieldKind } from './kinds.ts';
import { meant } from './nearest.ts';
import type { Report } from './report.ts';
import type { CodeTables } from './resource.ts';
import { fileOf, resolvePath } from './resolvePath.ts';
import type { EntitySchema, PropertySchema, RowRuleKeyword } from './schema.ts';
import { escapePointer, isObject } from './shapes.ts';

/** Stands for the id of whoever asks. */
const USER = '$user';
/** Stand for the day and the time of the request, in the zone of the application. */
const WORDS = { today: 'date', now: 'dateTime' } as const;
const wordOf = (kind: FieldKind) => (['today', 'now'] as const).find((word) => WORDS[word] === kind);

const OPERATORS: Readonly<Record<string, RowOperator>> = {
  minimum: '>=',
  maximum: '<=',
  exclusiveMinimum: '>',
  exclusiveMaximum: '<',
};
const OF_RECORD = ['properties', 'required', 'allOf', 'anyOf', 'not'] as const;
const OF_VALUE = ['const', 'enum', 'contains', 'type', ...Object.keys(OPERATORS), 'allOf', 'anyOf', 'not'] as const;

const BUILT_IN: Readonly<Record<string, PropertySchema>> = {
  id: { type: 'integer' },
  createTime: { type: 'string', format: 'date-time' },
  updateTime: { type: 'string', format: 'date-time' },
};

/** A property that a rule reads: where it is, and what it holds. */
interface Place {
  readonly path: Path;
  readonly holder: string;
  readonly property: PropertySchema;
}

/** Reads the rules of one schema (`x-rows`). A part that cannot be understood is said with its place, and no row fits it. */
class RuleReader {
  readonly #context: CompileContext;
  readonly #name: string;
  readonly #codes: CodeTables;
  readonly #report: Report;

  constructor(context: CompileContext, name: string, codes: CodeTables) {
    this.#context = context;
    this.#name = name;
    this.#codes = codes;
    this.#report = (pointer, message) => context.report({ file: fileOf(name), pointer, message });
  }

  #none(pointer: string, message: string): RowTest {
    this.#report(pointer, message);
    return { op: 'any', of: [] };
  }

  rule(name: string, { where, like, except }: RowRuleKeyword): RowRule {
    const at = `/x-rows/${escapePointer(name)}`;
    if ((where === undefined) === (like === undefined))
      return { name, except, where: this.#none(at, 'a rule says "where" or "like", one of the two') };
    if (where !== undefined) return { name, except, where: this.#record(where, `${at}/where`) };
    const path = resolvePath(this.#context, this.#name, like!, `${at}/like`);
    const holder = path?.steps.at(-1)?.target ?? this.#name;
    const schema = this.#context.schemas[holder];
    const target = schema && path && propertyAt(schema, path.last)?.['x-ref']?.resource;
    const isOne = schema && path && kindOf(propertyAt(schema, path.last) ?? {}) === 'ref';
    if (path && target && isOne) {
      if (this.#context.schemas[target] && !this.#context.schemas[target]['x-rows'])
        this.#report(`${at}/like`, `"${target}" has no "x-rows": the rule would restrict nothing`);
      return { name, except, like: { path, target } };
    }
    if (path && !this.#context.absent(holder)) this.#report(`${at}/like`, `"${like!}" is no relation to one record`);
    return { name, except, where: { op: 'any', of: [] } };
  }

  #parts(
    condition: Record<string, unknown>,
    at: string,
    known: readonly string[],
    read: (keyword: string) => RowTest,
  ): RowTest {
    const keywords = Object.keys(condition);
    if (keywords.length === 0) return this.#none(at, 'an empty condition restricts nothing');
    const tests = keywords.map((keyword) =>
      known.includes(keyword)
        ? read(keyword)
        : this.#none(
            `${at}/${escapePointer(keyword)}`,
            `"${keyword}" cannot be used in a rule of rows${meant(keyword, known)}`,
          ),
    );
    return { op: 'all', of: tests };
  }

  /** What joins conditions; the same of a record and of a value. */
  #joined(keyword: string, argument: unknown, at: string, read: (part: unknown, at: string) => RowTest): RowTest {
    if (keyword === 'not') return { op: 'not', of: read(argument, at) };
    if (!Array.isArray(argument) || argument.length === 0) return this.#none(at, 'must be a list of conditions');
    return { op: keyword === 'allOf' ? 'all' : 'any', of: argument.map((part, index) => read(part, `${at}/${index}`)) };
  }

  #record(condition: unknown, at: string): RowTest {
    if (!isObject(condition)) return this.#none(at, 'a condition is a JSON Schema object over the record');
    return this.#parts(condition, at, OF_RECORD, (keyword) => {
      const argument = condition[keyword];
      const place = `${at}/${keyword}`;
      if (keyword === 'required') {
        if (!Array.isArray(argument) || argument.length === 0) return this.#none(place, 'must be a list of properties');
        return {
          op: 'all',
          of: argument.map((name, index): RowTest => {
            const found = this.#place(String(name), `${place}/${index}`);
            return found ? { op: 'not', of: { op: 'empty', path: found.path } } : { op: 'any', of: [] };
          }),
        };
      }
      if (keyword !== 'properties')
        return this.#joined(keyword, argument, place, (part, where) => this.#record(part, where));
      if (!isObject(argument) || Object.keys(argument).length === 0)
        return this.#none(place, 'must be an object of conditions by property');
      return {
        op: 'all',
        of: Object.entries(argument).map(([name, test]): RowTest => {
          const pointer = `${place}/${escapePointer(name)}`;
          const found = this.#place(name, pointer);
          return found ? this.#value(found, test, pointer) : { op: 'any', of: [] };
        }),
      };
    });
  }

  #place(text: string, pointer: string): Place | undefined {
    const path = resolvePath(this.#context, this.#name, text, pointer);
    if (!path) return undefined;
    const holder = path.steps.at(-1)?.target ?? this.#name;
    const schema = this.#context.schemas[holder];
    const property = schema && (propertyAt(schema, path.last) ?? BUILT_IN[path.last]);
    if (!property) return undefined;
    const facts = factsOf({ kind: kindOf(property) });
    if (facts.computed || property['x-many'] || facts.document || facts.uploaded || property.writeOnly) {
      this.#report(
        pointer,
        `"${text}" cannot be compared in a rule; name a property that is stored and no document, file or secret`,
      );
      return undefined;
    }
    return { path, holder, property };
  }

  #value(place: Place, test: unknown, at: string, item = false): RowTest {
    if (!isObject(test)) return this.#none(at, 'a condition is a JSON Schema object over the value');
    const { path, property } = place;
    const several = factsOf({ kind: kindOf(property) }).several === true;
    return this.#parts(test, at, OF_VALUE, (keyword) => {
      const argument = test[keyword];
      const pointer = `${at}/${keyword}`;
      if (keyword === 'allOf' || keyword === 'anyOf' || keyword === 'not')
        return this.#joined(keyword, argument, pointer, (part, where) => this.#value(place, part, where, item));
      if (keyword === 'type')
        return argument === 'null' && !item
          ? { op: 'empty', path }
          : this.#none(pointer, 'only "null" (there is no value) can be asked for in a rule of rows');
      if (keyword === 'contains')
        return several && !item
          ? this.#value(place, argument, pointer, true)
          : this.#none(pointer, `"${path.last}" is no list; compare it by "const" or "enum"`);
      if (several && !item) return this.#none(pointer, `"${path.last}" is a list; say "contains"`);
      const operator = OPERATORS[keyword];
      if (operator) return { op: operator, path, value: this.#constant(place, argument, pointer) };
      const values = keyword === 'enum' ? argument : [argument];
      if (!Array.isArray(values) || values.length === 0) return this.#none(pointer, 'must be a list of values');
      const read = values.map((value, index) =>
        this.#constant(place, value, keyword === 'enum' ? `${pointer}/${index}` : pointer),
      );
      return { op: 'in', path, values: read };
    });
  }

  #constant({ path, property }: Place, value: unknown, at: string): RowValue {
    const kind = kindOf(property);
    if (typeof value === 'string' && value.startsWith('$')) {
      const relation =
        property['x-ref']?.resource ?? (path.last === 'id' ? (path.steps.at(-1)?.target ?? this.#name) : undefined);
      if (value !== USER) this.#report(at, `"${value}" stands for nothing${meant(value, [USER])}`);
      else if (relation !== 'user') this.#report(at, `"${USER}" is a user; "${path.last}" is no relation to "user"`);
      return { word: 'user' };
    }
    const word = wordOf(kind);
    if (word !== undefined && value === word) return { word };
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      this.#report(at, 'must be a text, a number, true or false; nothing is asked for by { "type": "null" }');
    else if (word !== undefined) {
      if (factsOf({ kind }).default?.[1](value, 0) === false)
        this.#report(at, `${JSON.stringify(value)} is no ${word === 'today' ? 'day' : 'time'}, nor "${word}"`);
    } else {
      const one = factsOf({ kind }).several ? { ...property, type: property.items?.type } : property;
      checkPossible(value, one, this.#codes, at, this.#report);
    }
    return { value: value as string | number | boolean };
  }
}

/** Every way by which each rule lets rows through, as far as the properties that must have one certain value: two values, and no row fits. */
function fixed(test: RowTest, found: Map<string, Set<string>>): void {
  if (test.op === 'all') for (const part of test.of) fixed(part, found);
  if (test.op !== 'in') return;
  const key = [...test.path.steps.map(({ field }) => field), test.path.last].join('.');
  const values = new Set(test.values.map((value) => JSON.stringify(value)));
  const before = found.get(key);
  found.set(key, before ? new Set([...before].filter((one) => values.has(one))) : values);
}

/** Says a rule that no row can fit, and two that together leave none to whoever both bind. */
function checkContradictions(rules: readonly RowRule[], report: Report): void {
  const judge = (some: readonly RowRule[]): string | undefined => {
    const found = new Map<string, Set<string>>();
    for (const { where } of some) if (where) fixed(where, found);
    return [...found].find(([, values]) => values.size === 0)?.[0];
  };
  const alone = rules.map((rule) => judge([rule]));
  for (const [at, rule] of rules.entries()) {
    const pointer = `/x-rows/${escapePointer(rule.name)}`;
    if (alone[at] !== undefined) report(pointer, `no row fits: "${alone[at]}" would have two values at once`);
    for (const [earlier, other] of rules.slice(0, at).entries()) {
      const both = alone[at] === undefined && alone[earlier] === undefined ? judge([other, rule]) : undefined;
      if (both !== undefined)
        report(pointer, `no row fits this rule and "${other.name}": "${both}" would have two values at once. Rules add up; for one or the other say "anyOf" in one rule`); // prettier-ignore
    }
  }
}

/** Rules that lead to each other's records would never end. */
function checkCircle(context: CompileContext, name: string, report: Report): void {
  const targets = (entity: string): string[] => {
    const schema = context.schemas[entity];
    return Object.values(schema?.['x-rows'] ?? {}).flatMap(({ like }) => {
      const path =
        like === undefined ? undefined : resolvePath({ ...context, report: () => undefined }, entity, like, '');
      const holder = path && context.schemas[path.steps.at(-1)?.target ?? entity];
      return (holder && propertyAt(holder, path.last)?.['x-ref']?.resource) ?? [];
    });
  };
  const seen = new Set<string>();
  const waiting = targets(name);
  for (const entity of waiting) {
    if (entity === name)
      return report('/x-rows', `the rules lead in a circle back to "${name}"; one of them must say "where"`);
    if (!seen.has(entity)) waiting.push(...targets(entity));
    seen.add(entity);
  }
}

/** The rules about rows of an entity (`x-rows`); those of a view are those of what it shows. */
export function compileRows(
  context: CompileContext,
  name: string,
  schema: EntitySchema,
  codes: CodeTables,
): readonly RowRule[] {
  const report: Report = (pointer, message) => context.report({ file: fileOf(name), pointer, message });
  const of = schema['x-view']?.of;
  if (of !== undefined) {
    if (schema['x-rows']) report('/x-rows', `a view has no rows of its own: x-rows belongs to "${of}"`);
    return context.schemas[of]?.['x-rows'] ? [{ name: of, like: { path: { steps: [], last: 'id' }, target: of } }] : [];
  }
  if (!schema['x-rows']) return [];
  const reader = new RuleReader(context, name, codes);
  const rules = Object.entries(schema['x-rows']).map(([rule, keyword]) => reader.rule(rule, keyword));
  checkContradictions(rules, report);
  checkCircle(context, name, report);
  return rules;
}
