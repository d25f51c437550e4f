import { describe, expect, it } from 'vitest';
import { agreedTotalProblem, placementOf, type ChannelOrder } from './channelHub.ts';
import { fromBaht } from './money.ts';

const order = (changes: Partial<ChannelOrder> = {}): ChannelOrder => ({ cancelled: false, version: 3, ...changes });

describe('where a message finds its order (D-CHN-04)', () => {
  it.each([
    ['create', 1, null, 'apply'],
    ['create', 9, order(), 'known'],
    ['create', 9, order({ cancelled: true }), 'apply'],
    ['change', 1, null, 'parked'],
    ['change', 4, order(), 'apply'],
    ['change', 3, order(), 'superseded'],
    ['change', 2, order(), 'superseded'],
    ['change', null, order(), 'apply'],
    ['change', 1, order({ version: null }), 'apply'],
    ['cancel', 1, null, 'parked'],
    ['cancel', 1, order(), 'apply'],
    ['cancel', 4, order({ cancelled: true }), 'known'],
  ] as const)('%s, version %s', (kind, version, known, expected) => {
    expect(placementOf({ kind, version }, known)).toBe(expected);
  });
});

it.each([
  [95, 100, { below: 5, above: 0 }, undefined],
  [94.99, 100, { below: 5, above: 50 }, 'channel.priceTooLow'],
  [100, 100, { below: 0, above: 0 }, undefined],
  [99.99, 100, { below: 0, above: 0 }, 'channel.priceTooLow'],
  [0, 100, { below: 100, above: 0 }, undefined],
  [150, 100, { below: 0, above: 50 }, undefined],
  [150.01, 100, { below: 100, above: 50 }, 'channel.priceTooHigh'],
  [100.01, 100, { below: 0, above: 0 }, 'channel.priceTooHigh'],
  [10_000, 100, { below: 0, above: null }, undefined],
])('%s against %s with %o is refused as %s', (theirs, ours, tolerance, expected) => {
  expect(agreedTotalProblem(fromBaht(theirs), fromBaht(ours), tolerance)?.code).toBe(expected);
});
