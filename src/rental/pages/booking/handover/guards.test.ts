import { describe, expect, it } from 'vitest';
import { withoutCovered, type HandoverOrder } from './guards.ts';

const order = (due: number, depositDue: number, depositCovered?: number) =>
  ({ id: 1, payStatus: 0, due, depositDue, depositCovered }) as unknown as HandoverOrder;

describe('an order at the handover', () => {
  it.each([
    [0, 8000, 8000, { depositDue: 0, payStatus: 1 }],
    [0, 8000, 7999.99, { depositDue: 0.01, payStatus: 0 }],
    [3950, 8000, 8000, { due: 3950, depositDue: 0, payStatus: 0 }],
    [0, 8000, undefined, { depositDue: 8000, payStatus: 0 }],
  ])('with %d due, %d of deposits and %d on authorisations asks for %j', (due, depositDue, covered, asked) => {
    expect(withoutCovered(order(due, depositDue, covered))).toMatchObject(asked);
  });
});
