import { expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import { MOST_BAHT } from '../../src/rental/rules/index.ts';

/** Written by the server alone, as sums and shares of what was typed somewhere else. */
const COMPUTED: ReadonlySet<string> = new Set(['order', 'orderFee', 'payment', 'refund', 'renewal']);

interface Property {
  readonly 'x-widget'?: string;
  readonly multipleOf?: number;
  readonly maximum?: number;
  readonly readOnly?: boolean;
  readonly 'x-compute'?: string;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly items?: Property;
}

/** Every amount below a property, with its name. */
function amounts(name: string, property: Property, isMoney: (one: Property) => boolean): readonly [string, Property][] {
  if (property.readOnly || property['x-compute'] !== undefined) return [];
  return [
    ...(isMoney(property) ? [[name, property] as [string, Property]] : []),
    ...(property.items ? amounts(`${name}[]`, property.items, isMoney) : []),
    ...Object.entries(property.properties ?? {}).flatMap(([key, one]) => amounts(`${name}.${key}`, one, isMoney)),
  ];
}
const unlimited = (all: readonly [string, Property][]): readonly string[] =>
  all.filter(([, { maximum }]) => maximum === undefined || maximum > MOST_BAHT).map(([name]) => name);

it('no field of money takes more than any price can be multiplied with', () => {
  const fields = [...application.model.entities.values()]
    .filter(({ name }) => !COMPUTED.has(name))
    .flatMap(({ name, fields: properties }) =>
      properties.flatMap((field) =>
        amounts(`${name}.${field.name}`, field.schema as Property, (one) => one['x-widget'] === 'money'),
      ),
    );
  expect(fields.length).toBeGreaterThan(15);
  expect(unlimited(fields)).toEqual([]);
});

it('nor does any call', () => {
  const inputs = (application.module.commands ?? []).flatMap(({ path, input }) =>
    amounts(path, input as Property, (one) => one.multipleOf === 0.01),
  );
  expect(inputs.length).toBeGreaterThan(10);
  expect(unlimited(inputs)).toEqual([]);
});
