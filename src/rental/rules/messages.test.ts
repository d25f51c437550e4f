import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import texts from '../../../i18n/en-US.json' with { type: 'json' };
import { messageKey } from './problem.ts';

type Tree = { readonly [key: string]: string | Tree };
const keysOf = (tree: Tree, above = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${above}${key}`] : keysOf(value, `${above}${key}.`),
  );

const RENTAL = path.join(import.meta.dirname, '..');
const source = readdirSync(RENTAL, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => readFileSync(path.join(RENTAL, name), 'utf8'))
  .join('\n');

const verdicts = keysOf(texts.rental).filter((key) => /(^|\.)(refusal|warning|error|ask)\./.test(key));

it('there is no text of a refusal, a warning or a question that nothing says', () => {
  expect(verdicts.length).toBeGreaterThan(200);
  const family = (key: string): string => key.slice(0, key.lastIndexOf('.'));
  expect(verdicts.filter((key) => !source.includes(`${key}'`) && !source.includes(`${family(key)}.\${`))).toEqual([]);
});

it('a code stands below one key in the catalogues', () => {
  expect(messageKey('order.refusal.notPaid')).toBe('rental.order.refusal.notPaid');
});
