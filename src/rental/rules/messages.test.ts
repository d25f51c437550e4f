import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import messages from './messages.json' with { type: 'json' };
import { messageKey } from './problem.ts';

type Tree = { readonly [key: string]: string | Tree };
const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
const placeholders = (text: string): string[] =>
  [...text.matchAll(/%\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted();

const english = flat(messages['en-US']);
const folder = new URL('.', import.meta.url);
const source = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');

describe.each(['zh-CN', 'th-TH'] as const)('the texts in %s', (language) => {
  const translated = new Map(flat(messages[language]));

  it('have the same keys as the English ones', () => {
    expect([...translated.keys()].toSorted()).toEqual(english.map(([key]) => key).toSorted());
  });

  it.each(english)('fill the same placeholders: %s', (key, text) => {
    expect(placeholders(translated.get(key) ?? '')).toEqual(placeholders(text));
  });

  it('are translated', () => {
    expect(english.filter(([key, text]) => translated.get(key) === text)).toEqual([]);
  });
});

describe('the texts', () => {
  it.each(english)('hold nothing that no rule says: %s', (key) => {
    const family = key.slice(0, key.lastIndexOf('.'));
    expect(source.includes(`'${key}'`) || source.includes(`\`${family}.\${`)).toBe(true);
  });

  it('stand below one key in the catalogues', () => {
    expect(messageKey('order.refusal.notPaid')).toBe('rental.order.refusal.notPaid');
  });
});
