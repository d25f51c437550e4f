import {
  CREATED,
  FLAG,
  defineCall,
  ID,
  INTEGER,
  list,
  NOTHING,
  NUMBER,
  object,
  orNull,
  STRING,
  typed,
  type ObjectSchema,
  type TypeOf,
} from 'forecourt/calls';
import { COST_KINDS } from '../rules/index.ts';
import { CAR_DAMAGES } from './damage.ts';
import { HISTORY, REASON, REMARK, TIME } from './parts.ts';

const text = <const Most extends number>(maxLength: Most) => ({ type: 'string', minLength: 1, maxLength }) as const;

const ONE = object({ id: ID });
/** Somebody has been asked about the orders that rely on the vehicle, and goes on (D-CAR-16, D-CAR-18). */
const CONFIRMED = { confirmed: FLAG } as const;
/** As many vehicles as a list shows at once. */
const IDS = typed<readonly number[]>({ type: 'array', items: ID, minItems: 1, maxItems: 100, uniqueItems: true });
const LEAVING = object({ id: ID }, { remark: REMARK, ...CONFIRMED });

const MONEY_KIND = { enum: [...COST_KINDS, 'revenue'] } as const;
const COST_ENTRY = object({ kind: MONEY_KIND, id: INTEGER, date: STRING, amount: NUMBER, about: STRING });
export type CarCostEntry = TypeOf<typeof COST_ENTRY>;
const SUMS = {
  purchase: NUMBER,
  maintenance: NUMBER,
  insurance: NUMBER,
  inspection: NUMBER,
  violation: NUMBER,
  revenue: NUMBER,
  costs: NUMBER,
  result: NUMBER,
} as const;
const COSTS = object({
  entries: list(COST_ENTRY),
  years: list(object({ year: STRING, ...SUMS })),
  total: object(SUMS),
  /** What the car costs to run, without its purchase. */
  perKm: orNull(NUMBER),
  perDay: orNull(NUMBER),
  /** Kinds that the reader may not see: they are in no sum. */
  hidden: list(MONEY_KIND),
});
export type CarCosts = TypeOf<typeof COSTS>;

/** A step of one vehicle along its machine. */
const step = <const P extends string, I extends ObjectSchema<{ id: typeof ID }>>(call: {
  readonly path: P;
  readonly summary: string;
  readonly permission: string | readonly string[];
  readonly action: string;
  readonly input: I;
  readonly success?: string;
}) => {
  const { action, success = 'msg.success.update', ...rest } = call;
  return defineCall({
    method: 'POST',
    ...rest,
    answer: NOTHING,
    log: { module: 'vehicle', action, object: 'id' as keyof TypeOf<I> & string },
    success,
  });
};

export const vehicleCalls = {
  auditCar: step({
    path: '/car/audit',
    summary: 'Pass the audit of a vehicle',
    permission: 'car-enable',
    action: 'audit',
    input: ONE,
    success: 'msg.success.review',
  }),
  listCar: step({
    path: '/car/online',
    summary: 'List a vehicle',
    permission: 'car-enable',
    action: 'online',
    input: ONE,
  }),
  delistCar: step({
    path: '/car/offline',
    summary: 'Delist a vehicle',
    permission: 'car-disable',
    action: 'offline',
    input: object({ id: ID }, CONFIRMED),
  }),
  dispatchCar: step({
    path: '/car/dispatch',
    summary: 'Move a vehicle to another store',
    permission: 'car-edit',
    action: 'dispatch',
    input: object({ id: ID, storeId: ID }, { remark: REMARK, ...CONFIRMED }),
  }),
  sellCar: step({
    path: '/car/sold',
    summary: 'Take a sold vehicle out of the fleet',
    permission: 'car-disable',
    action: 'sold',
    input: LEAVING,
  }),
  writeOffCar: step({
    path: '/car/totalloss',
    summary: 'Take a vehicle that is a total loss out of the fleet',
    permission: 'car-disable',
    action: 'totalloss',
    input: LEAVING,
  }),
  changeOwner: step({
    path: '/car/changeowner',
    summary: 'Change the owner of a vehicle',
    permission: 'car-edit',
    action: 'changeowner',
    input: object({ id: ID, ownerType: { enum: [1, 2] }, institutionId: ID }),
  }),
  changePlate: step({
    path: '/car/plate',
    summary: 'Give a vehicle another plate from a moment on; the one before is kept with its dates',
    permission: 'car-edit',
    action: 'plate',
    // Without a time: from now on.
    input: object({ id: ID, plate: { ...text(30), pattern: '\\S' }, remark: REASON }, { plateFrom: TIME }),
  }),
  markReady: step({
    path: '/car/ready',
    summary: 'Say that a vehicle is washed and can go out',
    permission: ['car-edit', 'order-edit'],
    action: 'ready',
    input: ONE,
  }),
  markReadyMany: defineCall({
    method: 'POST',
    path: '/car/readybatch',
    summary: 'Say that several vehicles are washed; those that are out are left as they are',
    permission: ['car-edit', 'order-edit'],
    input: object({ ids: IDS }),
    answer: object({ count: INTEGER }),
    log: { module: 'vehicle', action: 'readybatch' },
    success: 'msg.success.update',
  }),
  markDirty: step({
    path: '/car/dirty',
    summary: 'Say that a vehicle has to be washed',
    permission: ['car-edit', 'order-edit'],
    action: 'dirty',
    input: ONE,
  }),
  copyCar: defineCall({
    method: 'POST',
    path: '/car/copy',
    summary: 'Copy a vehicle under a new identity',
    permission: 'car-add',
    input: object({ id: ID, plate: text(30), frameNo: text(50), engineNo: text(50) }),
    answer: CREATED,
    log: { module: 'vehicle', action: 'copy', object: 'id' },
    success: 'msg.success.create',
  }),
  carDamages: defineCall({
    method: 'GET',
    path: '/car/damages/{id}',
    summary: 'The damage of a car as the last handover left it',
    permission: ['car-detail', 'order-edit'],
    // Who hands a car over with an order sees its marks, wherever the car stands.
    input: object({ id: ID }, { orderId: ID }),
    answer: CAR_DAMAGES,
  }),
  carCosts: defineCall({
    method: 'GET',
    path: '/car/costs/{id}',
    summary: 'What a vehicle cost and brought in, by kind and year, as far as the reader may see it',
    permission: 'car-detail',
    input: ONE,
    answer: COSTS,
  }),
  carLog: defineCall({
    method: 'GET',
    path: '/car/log/{id}',
    summary: 'Everything that ever changed on a vehicle, newest first',
    permission: 'car-detail',
    input: ONE,
    answer: HISTORY,
  }),
};
