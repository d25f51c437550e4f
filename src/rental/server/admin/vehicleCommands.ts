import { sql } from 'kysely';
import { defineCommand, refuse, type Command, type Context, type Row } from '../../../framework/server/index.ts';
import {
  auditGuard,
  changeOwnerGuard,
  DEFAULT_TIME_ZONE,
  dispatchGuard,
  listGuard,
  messageKey,
  nextVehicleState,
  openOrdersGuard,
  dateOf,
  type VehicleEvent,
  type VehicleStatus,
} from '../../rules/index.ts';
import { requireNone } from '../problems.ts';

type Vehicle = Row & { id: number; status: VehicleStatus; auditStatus: number; storeId: number; subModelId: number };

const ID = { type: 'integer', minimum: 1 };
const TEXT = { type: 'string', maxLength: 500 };

/** The car locked for a step, and where the step leads; refused when the machine does not allow it (D-CAR-03). */
async function step(context: Context, id: number, event: VehicleEvent): Promise<{ car: Vehicle; to: VehicleStatus }> {
  const car = (await context.row('vehicle', id, { lock: true })) as Vehicle;
  const next = nextVehicleState(car.status, event);
  if (!next.ok)
    throw refuse('msg.operation.failed', { reason: context.t(messageKey(next.refusal.code), next.refusal.params) });
  return { car, to: next.to ?? car.status };
}

/** Today at the car's store, and the last day of its compulsory policy. */
async function dates(context: Context, car: Vehicle): Promise<{ today: string; compulsoryEnd: string | null }> {
  const { rows } = await sql<{
    zone: string | null;
  }>`select c."timeZone" as zone from store s left join city c on c.id = s."cityId" where s.id = ${car.storeId}`.execute(
    context.db,
  );
  const insurance = car['compulsoryInsurance'] as { endDate?: string } | null;
  return { today: dateOf(context.now, rows[0]?.zone ?? DEFAULT_TIME_ZONE), compulsoryEnd: insurance?.endDate || null };
}

const openOrders = async (context: Context, id: number): Promise<string[]> =>
  (
    await sql<{
      orderNo: string;
    }>`select "orderNo" from "order" where "carId" = ${id} and status in (1, 2) order by "plannedPickupTime" limit 20`.execute(
      context.db,
    )
  ).rows.map((row) => row.orderNo);

interface Step<I> {
  readonly path: string;
  readonly event: VehicleEvent;
  readonly permission: string;
  readonly action: string;
  readonly properties?: Record<string, unknown>;
  readonly required?: readonly (keyof I & string)[];
  /** Asks the guards; answers what else changes beside the status. */
  values(car: Vehicle, input: I, context: Context): Promise<Row>;
}

/** A command that moves one vehicle along its machine. */
const vehicleStep = <I extends { id: number }>(definition: Step<I>): Command =>
  defineCommand<I>({
    method: 'POST',
    path: definition.path,
    permission: definition.permission,
    input: {
      type: 'object',
      additionalProperties: false,
      required: ['id', ...(definition.required ?? [])],
      properties: { id: ID, ...definition.properties },
    },
    log: { module: 'vehicle', action: definition.action, object: 'id' },
    success: 'msg.success.update',
    async run(input, context) {
      const { car, to } = await step(context, input.id, definition.event);
      const values = await definition.values(car, input, context);
      await context.write.update('vehicle', car.id, { ...values, status: to }, { expect: { status: car.status } });
      return null;
    },
  });

const audit = vehicleStep<{ id: number }>({
  path: '/car/audit',
  event: 'audit',
  permission: 'car-enable',
  action: 'audit',
  async values(car, _input, context) {
    requireNone(
      auditGuard({ ...(car as unknown as Parameters<typeof auditGuard>[0]), ...(await dates(context, car)) }),
      context,
    );
    return { auditStatus: 1 };
  },
});

const online = vehicleStep<{ id: number }>({
  path: '/car/online',
  event: 'list',
  permission: 'car-enable',
  action: 'online',
  async values(car, _input, context) {
    const { rows } = await sql<{ updateTime: Date }>`
      select "updateTime" from price where "storeId" = ${car.storeId} and "subModelId" = ${car.subModelId} and status = 1
    `.execute(context.db);
    const price = rows[0];
    const moved = car['dispatchTime'] as Date | null;
    requireNone(
      listGuard({
        auditStatus: car.auditStatus,
        priced: price !== undefined,
        priceConfirmed: !moved || (price !== undefined && price.updateTime > moved),
        inspectionExpiry: car['inspectionExpiry'] as string | null,
        ...(await dates(context, car)),
      }),
      context,
    );
    return {};
  },
});

const offline = vehicleStep<{ id: number }>({
  path: '/car/offline',
  event: 'delist',
  permission: 'car-disable',
  action: 'offline',
  async values(car, _input, context) {
    requireNone(openOrdersGuard(await openOrders(context, car.id)), context);
    return {};
  },
});

const dispatch = vehicleStep<{ id: number; storeId: number; remark?: string }>({
  path: '/car/dispatch',
  event: 'dispatch',
  permission: 'car-edit',
  action: 'dispatch',
  required: ['storeId'],
  properties: { storeId: ID, remark: TEXT },
  async values(car, { storeId, remark }, context) {
    requireNone(
      dispatchGuard({ storeId: car.storeId, targetStoreId: storeId, openOrderNos: await openOrders(context, car.id) }),
      context,
    );
    const { rows } = await sql<{
      cityId: number | null;
    }>`select "cityId" from store where id = ${storeId} and status = 1`.execute(context.db);
    if (!rows[0]) throw refuse('msg.store.notOpen');
    if (remark) await context.write.note('vehicle', car.id, { event: 'dispatch', detail: { remark } });
    return { storeId, cityId: rows[0].cityId, dispatchTime: new Date(context.now) };
  },
});

const leave = (path: string, event: 'sold' | 'totalloss'): Command =>
  vehicleStep<{ id: number; remark?: string }>({
    path,
    event,
    permission: 'car-disable',
    action: event,
    properties: { remark: TEXT },
    async values(car, { remark }, context) {
      requireNone(openOrdersGuard(await openOrders(context, car.id)), context);
      if (remark) await context.write.note('vehicle', car.id, { event, detail: { remark } });
      return {};
    },
  });

const changeOwner = vehicleStep<{ id: number; ownerType: number; institutionId: number }>({
  path: '/car/changeowner',
  event: 'changeowner',
  permission: 'car-edit',
  action: 'changeowner',
  required: ['ownerType', 'institutionId'],
  properties: { ownerType: { type: 'integer', enum: [1, 2] }, institutionId: ID },
  async values(_car, { ownerType, institutionId }, context) {
    requireNone(changeOwnerGuard({ ownerType, institutionId }), context);
    await context.row('institution', institutionId);
    await context.requireFit('vehicle', { institutionId });
    return { ownerType, institutionId };
  },
});

/** What a copy does not take over (V1). */
const NOT_COPIED = [
  'id',
  'createTime',
  'updateTime',
  'mileage',
  'nextMaintenanceMileage',
  'licenceNo',
  'registerDate',
  'inspectionExpiry',
  'usageCharacter',
  'licenceFront',
  'licenceBack',
  'compulsoryInsurance',
  'commercialInsurance',
  'images',
  'auditStatus',
  'status',
  'dispatchTime',
  'holdVersion',
];

/** Copies a vehicle under a new identity; insurance and licence data must be filled in afterwards (V1). */
const copy = defineCommand<{ id: number; plate: string; frameNo: string; engineNo: string }>({
  method: 'POST',
  path: '/car/copy',
  permission: 'car-add',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'plate', 'frameNo', 'engineNo'],
    properties: {
      id: ID,
      plate: { type: 'string', minLength: 1, maxLength: 30 },
      frameNo: { type: 'string', minLength: 1, maxLength: 50 },
      engineNo: { type: 'string', minLength: 1, maxLength: 50 },
    },
  },
  log: { module: 'vehicle', action: 'copy', object: 'id' },
  success: 'msg.success.create',
  async run({ id, ...identity }, context) {
    const car = await context.row('vehicle', id);
    const values = Object.fromEntries(Object.entries(car).filter(([field]) => !NOT_COPIED.includes(field)));
    const made = await context.write.insert('vehicle', { ...values, ...identity, status: 0, auditStatus: 0 });
    return { id: made.id };
  },
});

/** Everything that ever changed on the vehicle, newest first. */
const log = defineCommand<{ id: number }>({
  method: 'GET',
  path: '/car/log/{id}',
  permission: 'car-detail',
  input: { type: 'object', additionalProperties: false, required: ['id'], properties: { id: ID } },
  async run({ id }, context) {
    await context.row('vehicle', id);
    return context.history('vehicle', id);
  },
});

export const vehicleCommands: readonly Command[] = [
  audit,
  online,
  offline,
  dispatch,
  leave('/car/sold', 'sold'),
  leave('/car/totalloss', 'totalloss'),
  changeOwner,
  copy,
  log,
];
