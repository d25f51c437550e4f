import fc from 'fast-check';
import type { Answer } from '../app.ts';
import type { Desk, Order } from './desk.ts';
import { call, check, type World } from './world.ts';

/** One thing that somebody does at the desk: said in words, done at the real server, then in the model. */
export type Step = fc.AsyncCommand<Desk, World>;

export const step = (
  words: string,
  run: (desk: Desk, real: World) => Promise<void>,
  possible: (desk: Readonly<Desk>) => boolean = () => true,
): Step => ({ check: possible, run, toString: () => words });

export type Done = Answer<{ id: number } | null> & { readonly done: boolean };

/** What a step on an order may use: the call, at the clock of the run, and whether it was done. */
export type Ask = (path: string, body: object, who?: 'ops' | 'finance') => Promise<Done>;

/** Orders that are worked on at a time: with many of them none would get far. */
const OPEN = 3;

/** Cash of an order that is out on the way to another store needs a drawer (D-MONEY-09). */
function drawerOf({ status, from, to }: Order, path: string, { stores }: World): object {
  if (status !== 2 || from === to) return {};
  if (path === '/order/payment/save') return { storeId: stores[from] };
  return path === '/order/refund/result' ? { paidByStoreId: stores[to] } : {};
}

/** Of the last orders the one that the number stands for; of those that suit, where some do. */
function orderOf({ orders }: Desk, pick: number, suits: (order: Order) => boolean): Order {
  const last = orders.slice(-OPEN).toReversed();
  const suited = last.filter(suits);
  const among = suited.length > 0 ? suited : last;
  return among[pick % among.length]!;
}

/**
 * A step on one of the last orders, whichever number was drawn; what few orders are ready for goes first to one that suits. Afterwards the order is held
 * to the model, whether it was done or refused.
 */
export function onOrder<T>(
  name: string,
  choices: fc.Arbitrary<T>,
  act: (order: Order, choice: T, ask: Ask, desk: Desk) => Promise<boolean>,
  suits: (order: Order) => boolean = () => true,
): fc.Arbitrary<Step> {
  return fc.tuple(fc.nat(OPEN - 1), choices).map(([pick, choice]) =>
    step(
      `${['last order', 'order before', 'order before that'][pick]}: ${name} ${choice === null ? '' : JSON.stringify(choice)}`.trim(),
      async (desk, real) => {
        const order = orderOf(desk, pick, suits);
        let asked = false;
        const ask: Ask = async (path, body, who = 'ops') => {
          asked = true;
          const answer = await call(real, desk, who, path, { ...body, ...drawerOf(order, path, real) });
          return { ...answer, done: answer.statusCode === 200 };
        };
        const done = await act(order, choice, ask, desk);
        if (asked) await check(real, desk, order, done);
      },
      (desk) => desk.orders.length > 0,
    ),
  );
}
