/** How much the bench loads. What a company does not have more of with the years (stores, cars, models, open orders) stays as it is. */
export interface Size {
  readonly orders: number;
  readonly stores: number;
  readonly vehicles: number;
  readonly subModels: number;
  readonly members: number;
  /** The newest orders, which wait for their pickup, and those before them, which are out. */
  readonly booked: number;
  readonly out: number;
}

/** The size that limits and reaches are stated for. */
export const USUAL_ORDERS = 1_000_000;

function sizeFor(orders: number): Size {
  return {
    orders,
    ...{ stores: 200, vehicles: 20_000, subModels: 40 },
    // Who comes again has had twenty orders in the end.
    members: Math.max(60_000, Math.round(orders / 20)),
    booked: Math.min(30_000, Math.round(orders * 0.03)),
    out: Math.min(20_000, Math.round(orders * 0.02)),
  };
}

/** The size asked for on the command line (`--orders 20000000`). Throws on what is no number of orders. */
export function readSize(words: readonly string[]): Size {
  const at = words.indexOf('--orders');
  if (at < 0) return sizeFor(USUAL_ORDERS);
  const orders = Number(words[at + 1]);
  if (!Number.isSafeInteger(orders) || orders < 1_000) throw new Error('--orders needs a number from 1000 on');
  return sizeFor(orders);
}
