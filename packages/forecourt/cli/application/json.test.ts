import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from './json.ts';

describe('readJson', () => {
  it('reads what JSON.stringify writes, however it is spaced', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(readJson(text)).toMatchObject({ mistakes: [] });
        expect(readJson(text).value).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses exactly what JSON.parse refuses', () => {
    const broken = fc
      .tuple(fc.jsonValue(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', ':', '1', '-', '\\', 'x', '{'))
      .map(([value, at, insert]) => {
        const text = JSON.stringify(value);
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + insert + text.slice(cut + 1);
      });
    const parses = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(broken, (text) => {
        expect(readJson(text).mistakes.some((mistake) => !mistake.message.endsWith('twice'))).toBe(!parses(text));
      }),
    );
  });

  it.each([
    ['{\n  "a": 1,\n}', '', 3, 1, 'a comma stands before the closing brace'],
    ['{\n  "a": [1 2]\n}', '/a/0', 2, 11, 'expected "," or "]", found "2"'],
    ["{ 'a': 1 }", '', 1, 3, 'expected a name in double quotes, found "\'"'],
    ['{ "a": 1', '/a', 1, 9, 'expected "," or "}", found the end of the file'],
    ['{ "a": tru }', '/a', 1, 8, 'expected a value, found "t"'],
    ['{ "a": 1, "a": 2 }', '/a', 1, 11, '"a" stands here twice'],
  ])('names the place of the mistake in %j', (text, pointer, line, column, message) => {
    expect(readJson(text).mistakes).toEqual([{ pointer, line, column, message }]);
  });

  it('locates names and items, and of what is missing the nearest thing around it', () => {
    const { locate } = readJson('{\n  "list": [\n    { "a/b": 1 },\n    2\n  ]\n}');
    expect(locate('/list/0/a~1b')).toEqual({ line: 3, column: 7 });
    expect(locate('/list/1')).toEqual({ line: 4, column: 5 });
    expect(locate('/list/7/x')).toEqual({ line: 2, column: 3 });
    expect(locate('/none')).toEqual({ line: 1, column: 1 });
  });
});
