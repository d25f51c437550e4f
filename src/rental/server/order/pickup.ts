import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { refuseFields } from 'forecourt/server';
import { calls, type PickupInput } from '../../calls/index.ts';
import {
  CONTRACT,
  DOCUMENT_TYPE,
  INSURANCE,
  ORDER,
  PAYMENT,
  VEHICLE,
  coveredUntil,
  dateOf,
  earlyPromised,
  isDirty,
  knownMileage,
  pickupGuard,
  renterWarnings,
} from '../../rules/index.ts';
import type { Cover, GuardedCar, Instant, Problem, Satang, TaskInput } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext, RentalDatabase, RowOf, Told, VehicleRow } from '../database.ts';
import { carRecord, lockForBooking } from '../availability/index.ts';
import { codeForm, readStores } from '../facts/index.ts';
import { notice, requireNone } from '../problems.ts';
import { assignmentVerdict, carVerdictOf, modelOverride } from './assignCar.ts';
import { holdCar } from './book.ts';
import { contractNoOf, signatureOf } from './contract.ts';
import { lastLook } from './damage.ts';
import { moneyStoreOf } from './moneyStore.ts';
import { moneyTaken, type MoneyTaken } from './moneyTaken.ts';
import { depositCovered } from './preauths.ts';
import { recordLines } from './recordPayment.ts';
import { blacklistEntry, blacklistedAs } from './renter.ts';
import { beginStep } from './step.ts';
import { modelNames } from './named.ts';
import { outOrder, outWith, type OutRow } from './outWith.ts';
import { keepTask, problemsOf, taskOf, withCar } from './task.ts';
import { unsigned } from './unsigned.ts';

interface Override {
  readonly kind: 'unpaid' | 'blacklist' | 'unsigned';
  readonly reason: string;
}

/** Birthday and end of the licence on file, of the member whose ID the order names. */
const papersOf = (db: RentalDatabase, order: OrderRow) =>
  db
    .selectFrom('member as m')
    .leftJoin('document as d', (join) =>
      join.onRef('d.memberId', '=', 'm.id').on('d.type', '=', DOCUMENT_TYPE.licence).on('d.aside', '=', 0),
    )
    .select(['m.birthday', 'd.expiryDate as licenceEnd'])
    .where('m.id', '=', order.memberId)
    .where(sql<boolean>`${codeForm(sql`m."idNo"`)} = ${codeForm(sql`${order.renterIdNo}::text`)}`)
    .limit(1);

/** What is asked beside order and car: is the renter on the blacklist, why is the car not to be had now, and which marks has it. One statement. */
const readObstacles = ({ db, now }: RentalContext, order: OrderRow, carId: number | null) =>
  db
    .selectNoFrom([
      jsonObjectFrom(blacklistEntry(db, order)).as('entry'),
      jsonArrayFrom(
        db
          .selectFrom('hold')
          .select('kind')
          .where('carId', '=', carId)
          .where('kind', '!=', 'order')
          .where('startTime', '<=', new Date(now))
          .where((where) => where.or([where('endTime', 'is', null), where('endTime', '>', new Date(now))])),
      ).as('blocks'),
      jsonArrayFrom(
        db
          .selectFrom('insurance')
          .select(['startDate as start', 'endDate as end'])
          .where('carId', '=', carId)
          .where('type', '=', INSURANCE.compulsory),
      ).as('policies'),
      jsonObjectFrom(outWith(db, carId)).as('out'),
      jsonObjectFrom(lastLook(db, carId)).as('look'),
      jsonObjectFrom(modelNames(db, order.subModelId)).as('model'),
      jsonObjectFrom(papersOf(db, order)).as('papers'),
    ])
    .executeTakeFirstOrThrow();

interface CarObstacles {
  readonly blocks: readonly Pick<RowOf<'hold'>, 'kind'>[];
  /** Compulsory policies. */
  readonly policies: readonly Cover[];
  readonly out: Told<OutRow> | null;
}

const guarded = (car: VehicleRow, { blocks, policies, out }: CarObstacles, today: string): GuardedCar => ({
  id: car.id,
  status: car.status,
  auditStatus: car.auditStatus,
  mileage: knownMileage(car),
  compulsoryEnd: coveredUntil(policies, today),
  inspectionExpiry: car.inspectionExpiry,
  roadTaxExpiry: car.roadTaxExpiry,
  inStorage: blocks.some((block) => block.kind === 'storage'),
  inMaintenance: blocks.some((block) => block.kind === 'maintenance'),
  dispatchDue: blocks.some((block) => block.kind === 'dispatch'),
  out: out && outOrder(out),
  dirty: isDirty(car),
});

/** Rules that are set aside by somebody who may, each with a reason. */
function overridesOf(
  context: RentalContext,
  input: PickupInput,
  facts: { readonly paid: boolean; readonly blacklisted: boolean },
): readonly Override[] {
  const overrides: Override[] = [];
  if (!facts.paid && input.allowUnpaid === 1)
    overrides.push({ kind: 'unpaid', reason: requiredText('remark', input.remark) });
  if (facts.blacklisted && input.allowBlacklisted === 1)
    overrides.push({ kind: 'blacklist', reason: requiredText('overrideReason', input.overrideReason) });
  if (overrides.length > 0) context.require('order-enable');
  return overrides;
}

function requiredText(field: string, text: string | null | undefined): string {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') throw refuseFields({ [field]: 'msg.required' });
  return trimmed;
}

/**
 * What the pickup makes of the contract: its number, and where the renter signs at the counter the signature under the words as they are with the
 * car that goes out. Another car takes an earlier signature back (D-ORD-21).
 */
async function contractOf(
  context: RentalContext,
  order: OrderRow,
  { carId, signImage, timeZone }: { readonly carId: number; readonly signImage: string; readonly timeZone: string },
) {
  const asGoesOut = { ...order, carId, ...(carId === order.carId ? {} : unsigned(order)) };
  const isSigned = asGoesOut.contractStatus === CONTRACT.signed;
  if (!isSigned && signImage !== '') return signatureOf(context, asGoesOut, signImage);
  return {
    contractNo: await contractNoOf(context, order, timeZone),
    ...(carId === order.carId ? {} : unsigned(order)),
  };
}

/** Hands the car over (O7, V5): task kept, car rented with its mileage, hold from the moment it leaves, money that is taken with it recorded. */
export const pickup = defineCommand(calls.pickup, {
  async run(form, context) {
    const { order, to } = await beginStep(context, form.id, 'pickup');
    const covered = await depositCovered(context, order);
    const money = moneyTaken(context, order, form.payments ?? [], covered);
    const input = await withCar(context, form);
    const { parameters, stores } = await readStores(context.db, [order.pickupStoreId]);
    const { timeZone, place } = stores.get(order.pickupStoreId)!;
    const task = taskOf(input, timeZone);
    const locked = await lockForBooking(context.db, [], [task.carId, order.carId], { order });
    const car = task.carId === null ? undefined : locked.get(task.carId);
    const {
      overrides,
      warnings,
      marks,
      modelNames: called,
    } = await guard(context, input, { form, order, money, covered, task, car, timeZone });

    const time = new Date(task.time!);
    await keepTask(context, 'pickup', input, time, {
      marks,
      previousMileage: car!.mileage,
      previousStoreId: car!.storeId,
      storeId: order.pickupStoreId,
      named: { plate: car!.plate, ...place, ...called },
    });
    await context.write.update(
      'vehicle',
      car!.id,
      { status: VEHICLE.rented, mileage: task.mileage! },
      { expect: { status: VEHICLE.available } },
    );
    const model = modelOverride(order, { subModelId: car!.subModelId }, input.remark ?? '');
    const contract = await contractOf(context, order, {
      carId: car!.id,
      signImage: input.signImage?.trim() ?? '',
      timeZone,
    });
    const isSigned = { ...order, ...contract }.contractStatus === CONTRACT.signed;
    const reason = isSigned ? '' : (input.unsignedReason?.trim() ?? '');
    const kept = [
      ...((model['overrides'] as Override[] | undefined) ?? order.overrides ?? []),
      ...overrides,
      ...(reason === '' ? [] : [{ kind: 'unsigned', reason }]),
    ];
    await context.write.update(
      'order',
      order.id,
      {
        status: to,
        carId: car!.id,
        actualPickupTime: time,
        ...contract,
        ...(kept.length > (order.overrides?.length ?? 0) && { overrides: kept }),
      },
      { expect: { status: ORDER.approved }, updateTime: input.updateTime },
    );
    await holdCar(context, { ...order, carId: car!.id, actualPickupTime: time }, { locked, parameters });
    if (money.lines.length > 0) {
      const storeId = moneyStoreOf(context, order, { methods: money.lines.map(({ method }) => method) });
      const common = { type: PAYMENT.income, time: new Date(context.now), remark: null, storeId };
      await recordLines(context, order, money.lines, common);
    }
    return { warnings };
  },
});

async function guard(
  context: RentalContext,
  input: PickupInput,
  {
    form,
    order,
    money,
    covered,
    task,
    car,
    timeZone,
  }: {
    form: PickupInput;
    order: OrderRow;
    money: MoneyTaken;
    /** Deposits that are due and kept blocked: no money, but there (D-MONEY-20). */
    covered: Satang;
    task: TaskInput;
    car: VehicleRow | undefined;
    timeZone: string;
  },
) {
  const paid = order.paid + money.sum + covered >= order.payable;
  const allowed = order.overrides?.some((each) => each.kind === 'blacklist') ?? false;
  const obstacles = await readObstacles(context, order, car?.id ?? null);
  const entry = allowed ? null : obstacles.entry;
  const overrides = overridesOf(context, input, { paid, blacklisted: entry !== null });
  const unpaidOverride = overrides.some((each) => each.kind === 'unpaid');
  const verdict = pickupGuard({
    task,
    car: car ? guarded(car, obstacles, dateOf(context.now, timeZone)) : null,
    plannedPickup: order.plannedPickupTime.getTime(),
    plannedReturn: order.plannedReturnTime.getTime(),
    now: context.now,
    timeZone,
    // What is taken too little is said at its field.
    paid: paid || money.lines.length > 0,
    unpaidOverride,
    idKnown: order.renterIdNo !== '',
    blacklisted: entry && !overrides.some((each) => each.kind === 'blacklist') ? blacklistedAs(entry) : null,
  });
  requireNone([...problemsOf(form, verdict.errors), ...money.problems(unpaidOverride)], context);
  const taken = await takenProblems(context, order, { car: car!, timeZone }, task.time!, input.remark ?? '');
  requireNone(problemsOf(form, taken), context);
  return {
    overrides,
    warnings: [
      ...verdict.warnings,
      ...renterWarnings({
        birthday: obstacles.papers?.birthday ?? null,
        licenceEnd: obstacles.papers?.licenceEnd ?? null,
        phone: order.renterPhone,
        pickupDate: dateOf(task.time!, timeZone),
        returnDate: dateOf(order.plannedReturnTime.getTime(), timeZone),
      }),
    ].map((each) => notice(each, context)),
    marks: obstacles.look?.damages ?? [],
    modelNames: obstacles.model!,
  };
}

/**
 * Another car than planned is judged as one that is assigned (O5) from the moment it leaves, which may be late: what it was kept for until then is over.
 * An earlier start is judged as a booking of that time: until the planned pickup the car, or the last of its model, may be promised to somebody else.
 */
async function takenProblems(
  context: RentalContext,
  order: OrderRow,
  { car, timeZone }: { readonly car: VehicleRow; readonly timeZone: string },
  time: Instant,
  remark: string,
): Promise<readonly Problem[]> {
  const planned = order.plannedPickupTime.getTime();
  if (car.id !== order.carId)
    return (await assignmentVerdict(context, order, carRecord(car), { pickup: time, remark })).errors;
  const returned = order.plannedReturnTime.getTime();
  // Whoever comes after the planned return has no car kept any more.
  const isKept = returned > context.now;
  if (time >= planned && isKept) return [];
  const trip = { pickup: time, returned: isKept ? returned : context.now + 1 };
  const { errors } = await carVerdictOf(context, order, carRecord(car), trip);
  const promised = earlyPromised(planned, timeZone);
  if (!isKept) return errors;
  return errors.map((each) => (each.code === 'quote.error.noCar' ? promised : each));
}
