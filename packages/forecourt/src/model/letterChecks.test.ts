import { expect, test } from 'vitest';
import { compileModel, type ModelError } from './compile.ts';
import type { ResourceDeclaration } from './resource.ts';

const schema = { type: 'object', properties: { name: { type: 'string' } } } as const;

function mistakes(...declared: readonly Partial<ResourceDeclaration>[]): readonly string[] {
  try {
    compileModel({
      schemas: { book: schema, loan: schema },
      resources: declared as readonly ResourceDeclaration<never>[],
      codes: {},
    });
    return [];
  } catch (error) {
    return (error as ModelError).problems.map(({ file, pointer, message }) => `${file}${pointer}: ${message}`);
  }
}

test('letters of resources are free ones, each given once', () => {
  expect(mistakes({ schema: 'book', key: 'b', go: 'b' }, { schema: 'loan', key: 'l', go: 'l' })).toEqual([]);
});

test.each([
  [{ key: 'j' }, '/key: "j" is no free letter: it goes to the next row'],
  [{ key: 'B' }, '/key: "B" is no free letter: one small letter is needed'],
  [{ go: 'h' }, '/go: "h" is no free letter: it goes to the home page'],
])('%j is refused', (letters, message) => {
  expect(mistakes({ schema: 'book', ...letters })).toEqual([`resources/book.ts${message}`]);
});

test('a letter that another resource has is refused', () => {
  expect(mistakes({ schema: 'book', go: 'b' }, { schema: 'loan', go: 'b' })).toEqual([
    'resources/loan.ts/go: "b" is no free letter: resources/book.ts has it',
  ]);
});
