import type { Condition, Entity } from '../../model/index.ts';

type Json = Record<string, unknown>;

/** A condition as plain JSON Schema: there a missing property fits any test, with us none. */
function strict(condition: Condition): Json {
  const { properties, ...rest } = condition as { properties?: Readonly<Record<string, Condition>> };
  const part = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((one: Condition) => strict(one))
      : typeof value === 'object' && value !== null
        ? strict(value as Condition)
        : value;
  const others = Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => [
      keyword,
      ['allOf', 'anyOf', 'oneOf', 'not'].includes(keyword) ? part(value) : value,
    ]),
  );
  if (!properties) return others;
  return {
    ...others,
    properties: Object.fromEntries(Object.entries(properties).map(([name, test]) => [name, strict(test)])),
    required: [...new Set([...((others['required'] as string[] | undefined) ?? []), ...Object.keys(properties)])],
  };
}

/** What is required only sometimes: `x-require` and `x-show`, wherever they came from. */
export function sometimes(entity: Entity): { readonly name: string; readonly test: Json }[] {
  return entity.fields.flatMap((field): { name: string; test: Json }[] => {
    const { name } = field;
    if (field.readOnly || !(field.require || (field.required && field.show))) return [];
    const conditions = [field.show, field.required ? undefined : field.require].flatMap((one) =>
      one ? [strict(one)] : [],
    );
    const then = { required: [name] };
    // Required by a condition beside being required at all: always.
    if (conditions.length === 0) return [{ name, test: then }];
    return [{ name, test: { if: conditions.length === 1 ? conditions[0] : { allOf: conditions }, then } }];
  });
}
