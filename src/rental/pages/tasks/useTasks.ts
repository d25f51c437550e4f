import { useQuery } from '@tanstack/react-query';
import { useDataProvider, type RaRecord } from 'react-admin';
import type { AdminDataProvider } from '../../../framework/admin/index.ts';
import { DAY, DEFAULT_TIME_ZONE, ORDER, toWallClock } from '../../rules/index.ts';
import type { DoorEnd } from '../booking/draft.ts';

/** An order as its list answers it: what is private is masked there. */
export interface TaskOrder extends RaRecord {
  readonly orderNo: string;
  readonly renterName: string;
  readonly renterCountryCode: string;
  readonly renterPhone: string;
  readonly plate: string;
  readonly subModelName: string;
  readonly payStatus: 0 | 1;
  readonly due: number;
}

/** A car that goes out or comes back. */
export interface Task {
  readonly order: TaskOrder;
  readonly end: DoorEnd;
  /** Wall clock of the store. */
  readonly time: string;
  /** The door, else the store. */
  readonly place: string;
}

export const TASK_DAYS = ['overdue', 'today', 'tomorrow'] as const;
export type TaskDay = (typeof TASK_DAYS)[number];
type TasksByDay = Readonly<Record<TaskDay, readonly Task[]>>;

const REFRESH_MS = 60_000;
const MOST = 100;
/** Who did not come for two days does not come today: such orders are the desk's, not a driver's. */
const PICKUP_DAYS_BACK = 2 * DAY;
/** Of a role that brings cars out (1) or fetches them (2), as the user info says it; null sees both. */
type TaskType = 1 | 2 | null;

function taskOf(order: TaskOrder, end: DoorEnd): Task {
  const [type, address, store, time] =
    end === 'pickup'
      ? ['pickupType', 'pickupAddress', 'pickupStoreName', 'plannedPickupTime']
      : ['returnType', 'returnAddress', 'returnStoreName', 'plannedReturnTime'];
  const door = order[type] !== 0 ? order[address] : undefined;
  return { order, end, time: String(order[time]), place: String(door || order[store] || '') };
}

/** Tasks in the order of the day; what should be done by now stands first. */
export function tasksByDay(tasks: readonly Task[], now: string): TasksByDay {
  const dayOf = ({ time }: Task): TaskDay =>
    time < now ? 'overdue' : time.slice(0, 10) === now.slice(0, 10) ? 'today' : 'tomorrow';
  const sorted = tasks.toSorted((a, b) => a.time.localeCompare(b.time));
  const of = (day: TaskDay): readonly Task[] => sorted.filter((task) => dayOf(task) === day);
  return { overdue: of('overdue'), today: of('today'), tomorrow: of('tomorrow') };
}

/** Cars that go out or come back until tomorrow night, and what is overdue: for staff their own, as the order list itself decides. */
export function useTasks(taskType: TaskType) {
  const provider = useDataProvider<AdminDataProvider>();
  return useQuery({
    queryKey: ['order', 'tasks', taskType],
    queryFn: async ({ signal }): Promise<TasksByDay> => {
      const now = Date.now();
      const wall = (instant: number): string => toWallClock(instant, DEFAULT_TIME_ZONE);
      const end = `${wall(now + DAY).slice(0, 10)} 23:59:59`;
      const ask = async (of: DoorEnd, filter: object): Promise<readonly Task[]> => {
        const sort = { field: of === 'pickup' ? 'plannedPickupTime' : 'plannedReturnTime', order: 'ASC' } as const;
        const { data } = await provider.getList<TaskOrder>('order', {
          pagination: { page: 1, perPage: MOST },
          sort,
          filter,
          signal,
        });
        return data.map((order) => taskOf(order, of));
      };
      const [out, back] = await Promise.all([
        taskType === 2
          ? []
          : ask('pickup', {
              status: ORDER.approved,
              pickupTimeStart: wall(now - PICKUP_DAYS_BACK),
              pickupTimeEnd: end,
            }),
        taskType === 1 ? [] : ask('return', { status: ORDER.pickedUp, returnTimeEnd: end }),
      ]);
      return tasksByDay([...out, ...back], wall(now));
    },
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    retry: false,
  });
}
