import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { instant, wallClock } from './data/kinds/index.ts';
import { Moment, movedBy, readMoment, storedMoment } from './moment.ts';
import { parseExactly } from './postgres/exactJson.ts';

const parse = (text: string): Date => readMoment(text, pg.types.getTypeParser(1184) as (text: string) => Date);

describe('an instant', () => {
  it('has its microseconds on every clock, in JSON and in what PostgreSQL writes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2_000_000_000, max: 4_000_000_000 }),
        fc.nat(999_999),
        fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/New_York'),
        (second, micros, zone) => {
          const fraction = String(micros).padStart(6, '0');
          const iso = `${new Date(second * 1_000).toISOString().slice(0, 19)}.${fraction}Z`;
          const time = storedMoment(iso);
          expect(time.getTime()).toBe(second * 1_000 + Math.floor(micros / 1_000));
          expect(storedMoment(JSON.parse(JSON.stringify(time)))).toEqual(time);
          const clock = wallClock(time, zone, 6);
          expect(clock.slice(20)).toBe(fraction);
          expect(wallClock(instant(wallClock(time, 'UTC', 6), 'UTC', 6), 'UTC', 6)).toBe(wallClock(time, 'UTC', 6));
          expect(parse(`${iso.slice(0, -1).replace('T', ' ')}+00`)).toEqual(time);
        },
      ),
    );
  });

  it('is a plain Date where it has none', () => {
    for (const text of ['2026-01-02 03:04:05+00', '2026-01-02 03:04:05.678+00', '2026-01-02 03:04:05.678000+00'])
      expect(parse(text)).not.toBeInstanceOf(Moment);
    expect(parse('2026-01-02 03:04:05.6789+05:45').toISOString()).toBe('2026-01-01T21:19:05.678900Z');
    expect(parse('infinity')).toBe(Infinity);
    expect(storedMoment('no time').getTime()).toBeNaN();
  });

  it('is moved by microseconds', () => {
    const time = storedMoment('2026-01-02T03:04:05.999999Z');
    expect(movedBy(time, 1).toISOString()).toBe('2026-01-02T03:04:06.000Z');
    expect(movedBy(time, -1_000_000).toISOString()).toBe('2026-01-02T03:04:04.999999Z');
  });
});

describe('a JSON document of PostgreSQL', () => {
  it('keeps the digits of every whole number of 64 bits', () => {
    const number = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(fc.array(number), fc.jsonValue(), (numbers, beside) => {
        const read = parseExactly(`{"n":[${numbers.join(', ')}],"beside":${JSON.stringify(beside)}}`) as {
          n: (number | string)[];
          beside: unknown;
        };
        expect(read.n.map((one) => BigInt(String(one)))).toEqual(numbers);
        expect(JSON.stringify(read.beside)).toBe(JSON.stringify(JSON.parse(JSON.stringify(beside))));
      }),
    );
  });

  it('leaves texts and other numbers as they are', () => {
    const document = {
      text: 'of "12345678901234567890", \\ 9007199254740993',
      far: 1e20,
      fine: 0.12345678901234567,
      small: -1.2345678901234567e-7,
      name: '9'.repeat(32),
    };
    expect(parseExactly(JSON.stringify(document))).toEqual(document);
    expect(parseExactly('[1e20, 100000000000000000000, 9007199254740991]')).toEqual([
      1e20, 1e20, 9_007_199_254_740_991,
    ]);
    expect(parseExactly('null')).toBeNull();
  });
});
