import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { refusalOf, useAdminRuntime } from '../../../admin/index.ts';

type Switches = Readonly<Record<string, boolean>>;

interface MailSettings {
  /** Whether the server can send mail. */
  readonly ready: boolean;
  /** By topic. */
  readonly switches: Switches;
}

const KEY = ['mail settings'];
const PATH = '/account/notifications/mail';

/** What the signed-in user is told by mail, and how to change it; undefined until it is known. */
export function useMailSettings(): (MailSettings & { busy: boolean; save(switches: Switches): void }) | undefined {
  const { http } = useAdminRuntime();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { data } = useQuery({ queryKey: KEY, queryFn: async () => (await http<MailSettings>(PATH)).data });
  const { mutate, isPending } = useMutation({
    mutationFn: (switches: Switches) => http(`${PATH}/save`, { method: 'POST', body: { switches } }),
    onSuccess: async ({ message }) => {
      await queryClient.invalidateQueries({ queryKey: KEY });
      notify(message, { type: 'success' });
    },
    onError: (error) => notify(refusalOf(error).message, { type: 'error' }),
  });
  return data && { ...data, busy: isPending, save: mutate };
}
