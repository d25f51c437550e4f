import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doorService, inArea, inNightHours, sameAddress } from './index.ts';
import type { AreaPolygon, DoorFees, DoorRequest, DoorStore } from './index.ts';
import { ZERO, fromBaht } from './money.ts';
import { ZONE, at } from './testing/builders.ts';

const square: AreaPolygon = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [0, 0],
    ],
  ],
};
const point = (longitude: number, latitude: number) => ({ longitude, latitude });

describe('the service area', () => {
  it.each([
    [5, 5, true],
    [0, 5, true],
    [10, 10, true],
    [10.0001, 5, false],
    [-1, 10, false],
    [15, 0, false],
  ])('a square holds (%d, %d): %s; its border belongs to it', (x, y, expected) => {
    expect(inArea(point(x, y), square)).toBe(expected);
  });

  it('leaves out its holes, but not their border', () => {
    const ring: AreaPolygon = {
      type: 'Polygon',
      coordinates: [
        ...square.coordinates,
        [
          [4, 4],
          [6, 4],
          [6, 6],
          [4, 6],
          [4, 4],
        ],
      ],
    };
    expect(inArea(point(5, 5), ring)).toBe(false);
    expect(inArea(point(4, 5), ring)).toBe(true);
    expect(inArea(point(3, 5), ring)).toBe(true);
  });

  it('of a concave shape leaves out the notch', () => {
    const notched: AreaPolygon = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [5, 2],
          [0, 10],
          [0, 0],
        ],
      ],
    };
    expect(inArea(point(5, 5), notched)).toBe(false);
    expect(inArea(point(1, 5), notched)).toBe(true);
  });

  it('without an outline holds nothing', () => {
    expect(inArea(point(0, 0), { type: 'Polygon', coordinates: [] })).toBe(false);
  });

  it('of a box holds what its four sides say, whichever corner it starts from', () => {
    const coordinate = fc.integer({ min: -12, max: 12 });
    fc.assert(
      fc.property(coordinate, coordinate, fc.integer({ min: 0, max: 3 }), fc.boolean(), (x, y, turn, reversed) => {
        const corners = [
          [-5, -7],
          [8, -7],
          [8, 3],
          [-5, 3],
        ];
        const turned = [...corners.slice(turn), ...corners.slice(0, turn)];
        const ring = reversed ? turned.toReversed() : turned;
        expect(inArea(point(x, y), { type: 'Polygon', coordinates: [ring] })).toBe(
          x >= -5 && x <= 8 && y >= -7 && y <= 3,
        );
      }),
    );
  });
});

describe('door service', () => {
  const store: DoorStore = {
    timeZone: ZONE,
    fee: fromBaht(300),
    serviceTime: { start: '09:00', end: '18:00' },
    advanceMinutes: 120,
    serviceArea: square,
    points: [
      {
        id: 7,
        latitude: 50,
        longitude: 50,
        deliveryFee: fromBaht(0),
        pickupFee: fromBaht(150),
        serviceTime: { start: '06:00', end: '22:00' },
      },
    ],
  };
  const ask = (changes: Partial<DoorRequest>, booked?: DoorFees) =>
    doorService(
      {
        direction: 'delivery',
        type: 2,
        address: point(5, 5),
        time: at('2027-03-01 12:00'),
        now: at('2027-03-01 08:00'),
        strict: false,
        kept: false,
        addressKept: false,
        ...changes,
      },
      store,
      booked,
    );

  it('at the store costs nothing and asks nothing', () => {
    expect(ask({ type: 0, address: null })).toEqual({ fee: 0, errors: [], warnings: [] });
  });

  it('costs the fee of a listed point in its direction, else the fee of the store inside its area', () => {
    expect(ask({ type: 1, address: { pointId: 7 } })).toEqual({ fee: 0, errors: [], warnings: [] });
    expect(ask({ direction: 'pickup', address: { pointId: 7 } }).fee).toBe(150_00);
    expect(ask({}).fee).toBe(300_00);
  });

  it('of a booking costs what it cost then, and goes on where the store has left the place out since', () => {
    const booked: DoorFees = { fee: fromBaht(555), points: [{ id: 8, deliveryFee: fromBaht(80), pickupFee: ZERO }] };
    expect(ask({}, booked).fee).toBe(555_00);
    expect(ask({ address: point(50, 50), addressKept: true }, booked)).toMatchObject({ fee: 555_00, errors: [] });
    expect(ask({ address: point(50, 50) }, booked).errors).toHaveLength(1);
    expect(ask({ address: { pointId: 8 }, addressKept: true }, booked)).toMatchObject({ fee: 80_00, errors: [] });
    expect(ask({ address: { pointId: 8 } }, booked).errors).toHaveLength(1);
    expect(ask({ address: { pointId: 7 }, addressKept: true }, booked).errors).toHaveLength(1);
  });

  it('an address is the same by its point, or else by its place', () => {
    expect(sameAddress(null, null)).toBe(true);
    expect(sameAddress(null, { pointId: 7 })).toBe(false);
    expect(sameAddress({ pointId: 7 }, { pointId: 7 })).toBe(true);
    expect(sameAddress({ pointId: 7 }, { pointId: 8 })).toBe(false);
    expect(sameAddress({ pointId: 7 }, point(5, 5))).toBe(false);
    expect(sameAddress(point(5, 5), point(5, 5))).toBe(true);
    expect(sameAddress(point(5, 5), point(5, 6))).toBe(false);
  });

  it.each([
    [{ address: null }, 'quote.error.addressRequired', 'pickupAddress'],
    [{ address: point(50, 50) }, 'quote.error.outsideArea', 'pickupAddress'],
    [{ address: { pointId: 8 } }, 'quote.error.outsideArea', 'pickupAddress'],
    [{ direction: 'pickup', address: null }, 'quote.error.addressRequired', 'returnAddress'],
    [{ type: 1 }, 'quote.error.doorNotFree', 'pickupType'],
    [{ address: { pointId: 7 } }, 'quote.error.doorIsFree', 'pickupType'],
  ] as const)('is refused for %j: %s', (changes, code, field) => {
    const { fee, errors } = ask(changes);
    expect(fee).toBe(0);
    expect(errors.map((each) => [each.code, each.field])).toEqual([[code, field]]);
  });

  it('outside the hours or too short ahead is a warning for staff and an error for a channel', () => {
    const late = { time: at('2027-03-01 20:00'), now: at('2027-03-01 18:01') };
    expect(ask(late).warnings.map((each) => each.code)).toEqual([
      'quote.warning.doorTime',
      'quote.warning.doorAdvance',
    ]);
    expect(ask({ now: at('2027-03-01 10:00') }).warnings).toEqual([]);
    expect(ask({ ...late, strict: true }).errors.map((each) => each.code)).toEqual([
      'quote.warning.doorTime',
      'quote.warning.doorAdvance',
    ]);
    expect(ask({ time: at('2027-03-01 20:00'), type: 1, address: { pointId: 7 } }).warnings).toEqual([]);
  });
});

it.each([
  ['19:59', false],
  ['20:00', true],
  ['23:59', true],
  ['00:00', true],
  ['07:59', true],
  ['08:00', false],
])('night hours 20:00–08:00 hold %s: %s', (time, expected) => {
  expect(inNightHours(at(`2027-03-01 ${time}`), ZONE, { start: '20:00', end: '08:00' })).toBe(expected);
});

it.each([
  ['', '08:00'],
  ['20:00', ''],
  ['24:00', '08:00'],
])('night hours %s–%s are none', (start, end) => {
  expect(inNightHours(at('2027-03-01 03:00'), ZONE, { start, end })).toBe(false);
});

it('night hours whose end is their start last all day', () => {
  const always = { start: '20:00', end: '20:00' };
  for (const time of ['00:00', '19:59', '20:00', '23:59']) {
    expect(inNightHours(at(`2027-03-01 ${time}`), ZONE, always)).toBe(true);
  }
});
