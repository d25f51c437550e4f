import { useQuery } from '@tanstack/react-query';
import { useRentalProvider } from '../../provider.ts';

/** Task types of roles. */
export const DELIVERY = 1;
export const PICKUP = 2;
export type TaskType = typeof DELIVERY | typeof PICKUP;

/** Staff that can be given such a task, at one store or at any that the user sees. */
export function useTaskUsers(taskType: TaskType, storeId?: number) {
  const provider = useRentalProvider();
  return useQuery({
    queryKey: ['order', 'task users', taskType, storeId],
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/admin/user/taskuser', { taskType, storeId }, { signal })).data,
    staleTime: 60_000,
  });
}

/** What a member of staff is called among others. */
export const staffChoice = ({ id, name, phone }: { id: number; name: string; phone: string | null }) => ({
  text: String(id),
  label: [name, phone].filter(Boolean).join(' · '),
});
