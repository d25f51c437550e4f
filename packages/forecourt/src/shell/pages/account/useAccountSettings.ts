import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { refusalOf, useAdminRuntime } from '../../../admin/index.ts';

/** Answer of the settings call (D-SHELL-12). */
export interface AccountSettings {
  readonly username: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  /** Name of a stored file. */
  readonly avatar: string;
  readonly binding: readonly { readonly channel: string; readonly bound: boolean }[];
  readonly notification: Readonly<Record<string, boolean>>;
}

const KEY = ['account settings'];

/** What is stored of the signed-in user; undefined until it is known. */
export function useAccountSettings(): AccountSettings | undefined {
  const { http } = useAdminRuntime();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await http<AccountSettings>('/account/settings')).data,
  });
  return data;
}

interface SavingSettings {
  readonly busy: boolean;
  /** Messages of a refusal by field. */
  readonly errors: Readonly<Record<string, string>>;
  save(changes: Partial<AccountSettings>): Promise<void>;
}

/** Stores some of the settings, says how it ended and shows the new name and avatar everywhere. */
export function useSaveSettings(): SavingSettings {
  const { http, session } = useAdminRuntime();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});

  const save = async (changes: Partial<AccountSettings>): Promise<void> => {
    setBusy(true);
    setErrors({});
    try {
      const { message } = await http('/account/settings/save', { method: 'POST', body: changes });
      notify(message, { type: 'success' });
      await Promise.all([queryClient.invalidateQueries({ queryKey: KEY }), session.reload()]);
    } catch (error) {
      const refused = refusalOf(error);
      setErrors(refused.errors);
      if (Object.keys(refused.errors).length === 0) notify(refused.message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, errors, save };
}
