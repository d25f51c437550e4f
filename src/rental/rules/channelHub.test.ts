import { describe, expect, it } from 'vitest';
import { agreedTotalProblem, placementOf, type ChannelOrder } from './channelHub.ts';
import { fromBaht } from './money.ts';

const order = (changes: Partial<ChannelOrder> = {}): ChannelOrder => ({ cancelled: false, version: 3, ...changes });

describe('where a message finds its order (D-CHN-04)', () => {
  it.each([
    ['create', 1, null, 'apply'],
    ['create', 9, order(), 'known'],
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
  [95, 100, 5, false],
  [94.99, 100, 5, true],
  [100, 100, 0, false],
  [99.99, 100, 0, true],
  [0, 100, 100, false],
])('%s against %s with %s percent is too low: %s', (theirs, ours, percent, expected) => {
  expect(agreedTotalProblem(fromBaht(theirs), fromBaht(ours), percent)?.code).toBe(
    expected ? 'channel.priceTooLow' : undefined,
  );
});
