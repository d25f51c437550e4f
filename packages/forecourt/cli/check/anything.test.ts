import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { SEED } from '../../../../tests/turns.ts';
import { createRandom } from '../../src/model/index.ts';
import { isObject } from '../../src/model/shapes.ts';
import { readApplication, ROOT, type ApplicationSource } from '../application/readApplication.ts';
import { checkSource } from './checkApplication.ts';
import { readCode } from './checkCode.ts';

vi.setConfig({ testTimeout: process.env['TRIES'] ? 3_600_000 : 120_000 });

type Place = readonly (string | number)[];

/** Every place of a value below this one. */
function* placesIn(value: unknown, at: Place = []): Generator<Place> {
  if (at.length > 0) yield at;
  const parts: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  for (const [name, part] of parts) yield* placesIn(part, [...at, name]);
}

/** A copy in which another value stands at a place. */
function replaced(value: unknown, [name, ...rest]: Place, other: unknown): unknown {
  if (name === undefined) return other;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const part = (copy as Record<string | number, unknown>)[name];
  return Object.assign(copy, { [name]: replaced(part, rest, other) });
}

/** Of every type of JSON. */
const OTHERS = ['x', '', 7, -0.5, [], ['x'], [[]], [null], {}, { x: 1 }, { x: {} }, null, true] as const;

type Kind = 'schemas' | 'declarations' | 'dashboards';
const KINDS: readonly Kind[] = ['schemas', 'declarations', 'dashboards'];
/** What a file of the kind says. */
const said = (source: ApplicationSource, kind: Kind, name: string): unknown =>
  kind === 'schemas' ? source.schemas.get(name)!.value : source[kind].get(name)!.declaration;

function changed(source: ApplicationSource, kind: Kind, name: string, at: Place, other: unknown): ApplicationSource {
  const value = replaced(said(source, kind, name), at, other);
  const file = kind === 'schemas' ? { ...source.schemas.get(name)!, value } : { ...source[kind].get(name)!, declaration: value };
  return { ...source, [kind]: new Map([...(source[kind] as ReadonlyMap<string, object>), [name, file]]) };
} // prettier-ignore

/** So many values of each kind of file are exchanged; `TRIES=5000` exchanges more of them. */
const MORE = process.env['TRIES'];
const TRIES = { product: Number(MORE ?? 60), example: Number(MORE ?? 250) } as const;

it.each([
  ['product', ROOT],
  ['example', path.join(ROOT, 'examples/video-rental')],
] as const)('says mistakes and never breaks, whatever stands in a file of the %s', async (which, folder) => {
  const source = await readApplication(folder);
  const code = await readCode(folder);
  const random = createRandom(SEED);
  const broken: string[] = [];
  for (const kind of KINDS) {
    const all = [...source[kind].keys()].flatMap((name) =>
      [...placesIn(said(source, kind, name))].map((at) => ({ name, at })),
    );
    expect(all.length).toBeGreaterThan(50);
    for (let turn = 0; turn < TRIES[which]; turn++) {
      const { name, at } = random.pick(all);
      const other: unknown = random.pick(OTHERS);
      const what = `${kind}/${name} /${at.join('/')} = ${JSON.stringify(other)}`;
      const messages: string[] = [];
      await checkSource(changed(source, kind, name, at, other), code, (_level, file, pointer, message) =>
        messages.push(`${file}#${pointer}: ${message}`),
      );
      broken.push(...messages.filter((one) => one.includes('cannot be understood')).map((one) => `${what}: ${one}`));
    }
  }
  expect(broken).toEqual([]);
});
