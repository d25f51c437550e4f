import { calls } from '../../calls/index.ts';
import {
  DISPATCH_PLAN,
  departStore,
  dispatchPlanGuard,
  nextDispatchPlanState,
  nextVehicleState,
} from '../../rules/index.ts';
import type { DispatchPlanEvent, DispatchPlanStatus } from '../../rules/index.ts';
import { askOfTaking, lockForTaking, readHolds } from '../availability/index.ts';
import { defineCommand } from '../database.ts';
import type { Hooks, RentalContext, RowOf } from '../database.ts';
import { zoneOfStore } from '../facts/index.ts';
import { release, reserve } from '../holds/index.ts';
import { refusalOf, requireNone } from '../problems.ts';
import { dispatchTo, openStore } from './dispatch.ts';

type Plan = RowOf<'dispatchPlan'>;

const source = (id: number) => ({ kind: 'dispatch', sourceId: id }) as const;

/** The car is gone from its departure on. */
const blockOf = ({ carId, departTime }: Plan) =>
  ({ kind: 'dispatch', carId, start: departTime.getTime(), end: null }) as const;

function stateAfter(context: RentalContext, from: Plan['status'] | null, event: DispatchPlanEvent): DispatchPlanStatus {
  const step = nextDispatchPlanState(from, event);
  if (!step.ok) throw refusalOf([step.refusal], context);
  return step.to;
}

/** Plan and edit (Y1, Y2): the generic save, while nobody can book the car; it is held from its departure on. */
export const dispatchPlanHooks: Hooks<'dispatchPlan'> = {
  asks: true,
  async beforeSave({ values, before, confirmed }, context) {
    stateAfter(context, before?.status ?? null, before ? 'edit' : 'plan');
    const wanted = { ...before, ...values } as Plan;
    const cars = await lockForTaking(context, [wanted.carId, before?.carId ?? null], confirmed);
    const car = cars.get(wanted.carId);
    // The save itself says at the field that there is no such car.
    if (!car) return;
    const { orders, blocks } = await readHolds(context, car.id);
    const facts = {
      car,
      orders,
      // A car has one plan at a time: of the car that it had, it is this one.
      blocks: blocks.filter(({ kind }) => kind !== 'dispatch' || car.id !== before?.carId),
      toStoreId: wanted.toStoreId,
      toStoreOpen: (await openStore(context, wanted.toStoreId)) !== undefined,
      depart: wanted.departTime.getTime(),
      departEntered: wanted.departTime.getTime() !== before?.departTime.getTime(),
      now: context.now,
      timeZone: await zoneOfStore(context.db, car.storeId),
    };
    requireNone(dispatchPlanGuard(facts), context);
    await askOfTaking(context, car, { was: before && blockOf(before), will: blockOf(wanted), confirmed });
    Object.assign(values, { fromStoreId: departStore(facts), subModelId: car.subModelId });
  },
  async afterSave({ after }, context) {
    const span = { start: after.departTime.getTime(), end: null, turnaroundMinutes: 0 };
    await reserve(context, after.carId, span, source(after.id));
  },
};

/** The plan has ended as `values` say, and holds its car no longer. */
async function end(context: RentalContext, plan: Plan & { id: number }, values: Partial<Plan>): Promise<void> {
  await context.write.update('dispatchPlan', plan.id, values, { expect: { status: plan.status } });
  await release(context, source(plan.id));
}

/** The car goes now (Y3), as by a dispatch at once (V8); asks where orders without a plate rely on it until its departure. */
export const carryOutDispatch = defineCommand(calls.carryOutDispatch, {
  async run({ id, confirmed }, context) {
    const plan = await context.row('dispatchPlan', id, { lock: true });
    const status = stateAfter(context, plan.status, 'carryout');
    await lockForTaking(context, [plan.carId], confirmed === 1);
    const car = await context.row('vehicle', plan.carId, { lock: true });
    const next = nextVehicleState(car.status, 'dispatch');
    if (!next.ok) throw refusalOf([next.refusal], context);
    const moved = await dispatchTo(context, car, { storeId: plan.toStoreId, isPlanned: true, confirmed });
    await context.write.update('vehicle', car.id, { ...moved, status: next.to }, { expect: { status: car.status } });
    await end(context, plan, { status, fromStoreId: car.storeId, doneTime: new Date(context.now) });
    return null;
  },
});

/** Called off (Y4). */
export const cancelDispatch = defineCommand(calls.cancelDispatch, {
  async run({ id, reason }, context) {
    const plan = await context.row('dispatchPlan', id, { lock: true });
    await end(context, plan, { status: stateAfter(context, plan.status, 'cancel') });
    if (reason?.trim()) await context.write.note('dispatchPlan', id, { event: 'cancel', detail: { reason } });
    return null;
  },
});

/** The open plan of a car that leaves the fleet, locked before the car itself, as an edit of one locks them. */
export const lockPlansOf = ({ db }: RentalContext, carId: number) =>
  db
    .selectFrom('dispatchPlan')
    .selectAll()
    .where('carId', '=', carId)
    .where('status', '=', DISPATCH_PLAN.planned)
    .orderBy('id')
    .forUpdate()
    .execute();

/** A sold or lost car goes nowhere any more (Y5). */
export async function closePlans(context: RentalContext, carId: number): Promise<void> {
  for (const plan of await lockPlansOf(context, carId))
    await end(context, plan, { status: stateAfter(context, plan.status, 'leave') });
}
