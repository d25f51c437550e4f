import { calls } from '../calls/index.ts';
import { defineCommand, type RentalContext } from './database.ts';

/** Turns a record on or off, each with a right of its own; refused where it is so already. */
async function turn(
  context: RentalContext,
  [entity, id]: readonly ['member' | 'price' | 'holiday', number],
  property: 'status' | 'bookingOpen',
  on: number,
): Promise<null> {
  context.require(`${entity}-${on ? 'enable' : 'disable'}`);
  await context.row(entity, id, { lock: true });
  await context.write.update(entity, id, { [property]: on }, { expect: { [property]: on ? 0 : 1 } });
  return null;
}

/** A disabled member cannot be chosen for new orders (D-MEM-02). */
export const memberStatus = defineCommand(calls.memberStatus, {
  run: ({ id, status }, context) => turn(context, ['member', id], 'status', status),
});

/** A disabled price gives no quote (D-PRICE-01). */
export const priceStatus = defineCommand(calls.priceStatus, {
  run: ({ id, status }, context) => turn(context, ['price', id], 'status', status),
});

/** Opens or closes booking over a holiday; existing orders stay (D-HOL-03). */
export const holidayStatus = defineCommand(calls.holidayStatus, {
  run: ({ id, bookingOpen }, context) => turn(context, ['holiday', id], 'bookingOpen', bookingOpen),
});
