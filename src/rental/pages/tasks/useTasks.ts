import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider, type RaRecord } from 'react-admin';
import type { AdminDataProvider } from 'forecourt/admin';
import { DAY, DEFAULT_TIME_ZONE, ORDER, toWallClock, type OrderStatus } from '../../rules/index.ts';
import type { DoorEnd } from '../booking/draft.ts';

/** An order as its list answers it: what is private is masked there. */
export interface TaskOrder extends RaRecord {
  readonly orderNo: string;
  readonly status: OrderStatus;
  readonly renterName: string;
  readonly renterCountryCode: string;
  readonly renterPhone: string;
  readonly plate: string;
  readonly subModelName: string;
  readonly payStatus: 0 | 1;
  readonly due: number;
  readonly depositDue: number;
  readonly pickupStoreId: number;
  readonly returnStoreId: number;
  /** Who brings the car out, and who fetches it. */
  readonly deliveryStaffId: number | null;
  readonly deliveryStaffName: string;
  readonly pickupStaffId: number | null;
  readonly pickupStaffName: string;
}

/** What is asked for of each end's orders, beside what `taskOf` reads of that end alone. */
const READS = [
  ...['orderNo', 'status', 'renterName', 'renterCountryCode', 'renterPhone', 'plate', 'subModelName'],
  ...['payStatus', 'due', 'depositDue', 'actions'],
];
const READS_OF: Readonly<Record<DoorEnd, readonly string[]>> = {
  pickup: [
    ...['pickupType', 'pickupAddress', 'pickupStoreId', 'pickupStoreName', 'plannedPickupTime', 'actualPickupTime'],
    ...['deliveryStaffId', 'deliveryStaffName'],
  ],
  return: [
    ...['returnType', 'returnAddress', 'returnStoreId', 'returnStoreName', 'plannedReturnTime', 'actualReturnTime'],
    ...['pickupStaffId', 'pickupStaffName'],
  ],
};

/** A car that goes out or comes back, or did so today. */
export interface Task {
  readonly order: TaskOrder;
  readonly end: DoorEnd;
  /** Wall clock of the store: as planned, of a task that is done as it was. */
  readonly time: string;
  readonly done: boolean;
  /** The door, else the store. */
  readonly place: string;
  readonly storeId: number;
  /** Whose task it is; nobody's yet is null. */
  readonly staff: { readonly id: number; readonly name: string } | null;
}

/** What of the tasks is shown. */
export interface TaskFilters {
  readonly kind?: DoorEnd;
  readonly storeId?: number;
  /** `09`: what is due from nine to ten, whichever day. */
  readonly hour?: string;
  /** Whose they are; 0: nobody's yet. */
  readonly staffId?: number;
}

export const TASK_DAYS = ['overdue', 'today', 'tomorrow', 'done'] as const;
export type TaskDay = (typeof TASK_DAYS)[number];
type TasksByDay = Readonly<Record<TaskDay, readonly Task[]>>;

const REFRESH_MS = 60_000;
const MOST = 100;
/** Who did not come for two days does not come today: such orders are the desk's, not a driver's. */
const DAYS_BACK = 2 * DAY;
const BRINGS = 1;
const FETCHES = 2;
/** Of a role that brings cars out or fetches them, as the user info says it; null sees both. */
type TaskType = typeof BRINGS | typeof FETCHES | null;

function taskOf(order: TaskOrder, end: DoorEnd): Task {
  const out = end === 'pickup';
  const [type, address, store, planned, actual] = out
    ? ['pickupType', 'pickupAddress', 'pickupStoreName', 'plannedPickupTime', 'actualPickupTime']
    : ['returnType', 'returnAddress', 'returnStoreName', 'plannedReturnTime', 'actualReturnTime'];
  const door = order[type] !== 0 ? order[address] : undefined;
  const done = order.status === ORDER.returned || (out && order.status === ORDER.pickedUp);
  const [id, name] = out
    ? [order.deliveryStaffId, order.deliveryStaffName]
    : [order.pickupStaffId, order.pickupStaffName];
  return {
    order,
    end,
    done,
    time: String(order[done ? actual : planned]),
    place: String(door || order[store] || ''),
    storeId: out ? order.pickupStoreId : order.returnStoreId,
    staff: id === null ? null : { id, name },
  };
}

export const hourOf = ({ time }: Task): string => time.slice(11, 13);

/** The tasks that the filters leave. */
export const narrowed = (tasks: readonly Task[], { kind, storeId, hour, staffId }: TaskFilters): readonly Task[] =>
  tasks.filter(
    (task) =>
      (kind === undefined || task.end === kind) &&
      (storeId === undefined || task.storeId === storeId) &&
      (hour === undefined || hourOf(task) === hour) &&
      (staffId === undefined || (task.staff?.id ?? 0) === staffId),
  );

/** Tasks in the order of the day; what should be done by now stands first, what was done today last. */
export function tasksByDay(tasks: readonly Task[], now: string): TasksByDay {
  const isToday = ({ time }: Task): boolean => time.slice(0, 10) === now.slice(0, 10);
  const dayOf = (task: Task): TaskDay =>
    task.done ? 'done' : task.time < now ? 'overdue' : isToday(task) ? 'today' : 'tomorrow';
  const sorted = tasks.filter((task) => !task.done || isToday(task)).toSorted((a, b) => a.time.localeCompare(b.time));
  const of = (day: TaskDay): readonly Task[] => sorted.filter((task) => dayOf(task) === day);
  return { overdue: of('overdue'), today: of('today'), tomorrow: of('tomorrow'), done: of('done') };
}

interface Tasks {
  readonly tasks: readonly Task[];
  /** Wall clock at which they were asked for. */
  readonly now: string;
  /** How many wait beyond those that are shown at once. */
  readonly further: number;
}

/**
 * Cars that go out or come back until tomorrow night, what is overdue and what was done today: for staff their own, as the order list itself decides.
 * Of one store and one end where they are given.
 */
export function useTasks(taskType: TaskType, { kind, storeId }: Pick<TaskFilters, 'kind' | 'storeId'>) {
  const provider = useDataProvider<AdminDataProvider>();
  return useQuery({
    queryKey: ['order', 'tasks', taskType, kind, storeId],
    queryFn: async ({ signal }): Promise<Tasks> => {
      const now = Date.now();
      const wall = (instant: number): string => toWallClock(instant, DEFAULT_TIME_ZONE);
      const day = (instant: number): string => wall(instant).slice(0, 10);
      const startOfDay = (instant: number): string => `${day(instant)} 00:00:00`;
      const end = `${day(now + DAY)} 23:59:59`;
      const ask = async (of: DoorEnd, by: string, filter: object): Promise<Pick<Tasks, 'tasks' | 'further'>> => {
        const isDone = by.startsWith('actual');
        const { data, total = data.length } = await provider.getList<TaskOrder>('order', {
          pagination: { page: 1, perPage: MOST },
          sort: { field: by, order: isDone ? 'DESC' : 'ASC' },
          filter: { ...filter, ...(storeId !== undefined && { storeId }) },
          meta: { fields: [...READS, ...READS_OF[of]] },
          signal,
        });
        const further = isDone ? 0 : Math.max(0, total - data.length);
        return { tasks: data.map((order) => taskOf(order, of)), further };
      };
      const found = await Promise.all([
        ...(taskType === FETCHES || kind === 'return'
          ? []
          : [
              ask('pickup', 'plannedPickupTime', {
                status: ORDER.approved,
                pickupTimeStart: startOfDay(now - DAYS_BACK),
                pickupTimeEnd: end,
              }),
              ask('pickup', 'actualPickupTime', {
                status: `${ORDER.pickedUp},${ORDER.returned}`,
                pickedUpTimeStart: startOfDay(now),
              }),
            ]),
        ...(taskType === BRINGS || kind === 'pickup'
          ? []
          : [
              ask('return', 'plannedReturnTime', { status: ORDER.pickedUp, returnTimeEnd: end }),
              ask('return', 'actualReturnTime', { status: ORDER.returned, returnedTimeStart: startOfDay(now) }),
            ]),
      ]);
      return {
        tasks: found.flatMap(({ tasks }) => tasks),
        now: wall(now),
        further: found.reduce((sum, { further }) => sum + further, 0),
      };
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    retry: false,
  });
}
