import { expect, it } from 'vitest';
import { calls } from '../../src/rental/calls/index.ts';
import type { Call } from 'forecourt/calls';

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

/** Names of everything that a schema answers. */
const namesOf = ({ properties = {}, items, anyOf = [] }: Shape): readonly string[] => [
  ...Object.entries(properties).flatMap(([name, part]) => [name, ...namesOf(part)]),
  ...(items ? namesOf(items) : []),
  ...anyOf.flatMap(namesOf),
];
const SECRET = /^(key|token|secret|url)$|password|pwd|accessKey/i;
const all: readonly Call[] = Object.values(calls);

it('keeps no answer of a changing call that holds a key, a password or an address', () => {
  const holding = all.filter(({ method, reads, answer }) => method !== 'GET' && !reads && namesOf(answer as Shape).some((name) => SECRET.test(name))); // prettier-ignore
  expect(holding.map(({ path }) => path)).toEqual(['/order/printkey/{id}']);
  expect(holding.filter(({ secretAnswer }) => !secretAnswer)).toEqual([]);
});
