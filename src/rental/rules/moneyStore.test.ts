import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moneyStore, type MoneyStoreFacts } from './moneyStore.ts';

const [A, B, C] = [1, 2, 3];
const facts = (changes: Partial<MoneyStoreFacts> & { status?: 1 | 2 | 3 | -1; returnStoreId?: number } = {}) => {
  const { status = 3, returnStoreId = B, ...rest } = changes;
  return {
    chosen: null,
    own: 'all',
    isCash: true,
    order: { status, pickupStoreId: A, returnStoreId },
    ...rest,
  } as const;
};

describe('the store of money (D-MONEY-09)', () => {
  it('is the one that was chosen, if the taker sees it', () => {
    expect(moneyStore(facts({ chosen: C }))).toEqual({ storeId: C });
    expect(moneyStore(facts({ chosen: C, own: [A, B] }))).toMatchObject({
      problem: { code: 'payment.refusal.otherStore', field: 'storeId' },
    });
  });

  it('is the only store of the taker, whatever the order', () => {
    for (const status of [1, 2, 3, -1] as const)
      expect(moneyStore(facts({ status, own: [B] }))).toEqual({ storeId: B });
  });

  it('is where the car is: the pickup store before, the return store after', () => {
    expect(moneyStore(facts({ status: 1 }))).toEqual({ storeId: A });
    expect(moneyStore(facts({ status: -1 }))).toEqual({ storeId: A });
    expect(moneyStore(facts({ status: 3 }))).toEqual({ storeId: B });
    expect(moneyStore(facts({ status: 2, returnStoreId: A }))).toEqual({ storeId: A });
  });

  it('is asked for cash while a car is on its way between two stores of the taker', () => {
    expect(moneyStore(facts({ status: 2 }))).toMatchObject({ problem: { code: 'payment.refusal.storeNeeded' } });
    expect(moneyStore(facts({ status: 2, isCash: false }))).toEqual({ storeId: A });
    expect(moneyStore(facts({ status: 2, own: [B, C] }))).toEqual({ storeId: B });
  });

  it('is never a store that the taker does not see', () => {
    const store = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(
        fc.record({
          chosen: fc.option(store),
          own: fc.uniqueArray(store, { minLength: 1 }),
          isCash: fc.boolean(),
          order: fc.record({
            status: fc.constantFrom(1 as const, 2 as const, 3 as const, -1 as const),
            pickupStoreId: store,
            returnStoreId: store,
          }),
        }),
        (all) => {
          // Nobody reaches an order of other stores.
          fc.pre(all.own.includes(all.order.pickupStoreId) || all.own.includes(all.order.returnStoreId));
          const found = moneyStore(all);
          if ('storeId' in found) expect(all.own).toContain(found.storeId);
        },
      ),
    );
  });
});
