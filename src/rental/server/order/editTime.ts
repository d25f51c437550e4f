import { calls, type EditTimeInput, type EditedTime } from '../../calls/index.ts';
import {
  FLASH_RENTAL,
  ORDER,
  editTimeInUseGuard,
  returnTimeProblem,
  satang,
  subtract,
  toBaht,
} from '../../rules/index.ts';
import type { Problem } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { lockForBooking } from '../availability/index.ts';
import { releaseCoupon } from '../coupon/index.ts';
import { notice, requireNone } from '../problems.ts';
import { instantOf } from '../times.ts';
import { replaceBookedLines } from './bill.ts';
import { repriceOrder } from './keepMoney.ts';
import { holdCar } from './book.ts';
import { quoteOf, zoneOf } from './quote.ts';
import { chargedUntil } from './snapshot.ts';
import { beginStep } from './step.ts';
import { unsigned } from './unsigned.ts';

/** Moves an order in time: before pickup both ends and re-priced (O3), while in use only a nearer return at the same price (O4, D-ORD-12). */
export const editTime = defineCommand(calls.editTime, {
  async run(input, context) {
    const { order } = await beginStep(context, input.id, 'edittime');
    return order.status === ORDER.approved ? beforePickup(context, input, order) : whileInUse(context, input, order);
  },
});

const some = (...problems: readonly (Problem | null)[]): readonly Problem[] => problems.filter((each) => each !== null);

async function beforePickup(context: RentalContext, input: EditTimeInput, order: OrderRow): Promise<EditedTime> {
  const zone = await zoneOf(context, order);
  const pickup =
    input.plannedPickupTime === undefined
      ? order.plannedPickupTime.getTime()
      : instantOf(input.plannedPickupTime, zone, 'plannedPickupTime');
  requireNone(
    some(returnTimeProblem(pickup, instantOf(input.plannedReturnTime, zone, 'plannedReturnTime'), 'edittime')),
    context,
  );
  const pool = { storeId: order.pickupStoreId, subModelId: order.subModelId };
  const locked = await lockForBooking(context.db, [pool], [order.carId], {
    flashRental: order.serviceType === FLASH_RENTAL,
    order,
  });
  const { draft, priced, lines, parameters } = await quoteOf(
    context,
    { plannedPickupTime: input.plannedPickupTime, plannedReturnTime: input.plannedReturnTime },
    order,
  );
  requireNone(priced.errors, context);
  const { fees, days, hours } = priced.charges!;
  if (priced.couponDropped) await releaseCoupon(context, order);
  await replaceBookedLines(context, order.id, fees, lines);
  const times = { plannedPickupTime: new Date(draft.pickup!), plannedReturnTime: new Date(draft.returned!) };
  const changes = {
    ...times,
    rentalDays: days,
    rentalHours: hours,
    priceSnapshot: priced.snapshot,
    ...(priced.couponDropped && { couponCode: null }),
    ...unsigned(order),
  };
  const { total } = await repriceOrder(context, order, changes, { updateTime: input.updateTime });
  await holdCar(context, { ...order, ...times }, { locked, parameters });
  return {
    total: toBaht(total),
    difference: toBaht(subtract(total, satang(order.total))),
    warnings: priced.warnings.map((each) => notice(each, context)),
  };
}

async function whileInUse(context: RentalContext, input: EditTimeInput, order: OrderRow): Promise<EditedTime> {
  const returned = instantOf(input.plannedReturnTime, await zoneOf(context, order), 'plannedReturnTime');
  const facts = {
    actualPickup: order.actualPickupTime!.getTime(),
    plannedReturn: order.plannedReturnTime.getTime(),
    returned,
  };
  requireNone(some(editTimeInUseGuard(facts)), context);
  const plannedReturnTime = new Date(returned);
  await context.write.update(
    'order',
    order.id,
    {
      plannedReturnTime,
      priceSnapshot: { ...order.priceSnapshot, chargedUntil: chargedUntil(order) },
      ...unsigned(order),
    },
    { expect: { status: ORDER.pickedUp }, updateTime: input.updateTime },
  );
  await holdCar(context, { ...order, plannedReturnTime });
  return { total: toBaht(satang(order.total)), difference: 0, warnings: [] };
}
