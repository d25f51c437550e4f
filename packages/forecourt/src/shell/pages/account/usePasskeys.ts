import { useQuery } from '@tanstack/react-query';
import { useAdminRuntime } from '../../../admin/index.ts';

export interface OwnPasskeys {
  /** Of the pages on which they work; null: of none yet. */
  readonly origin: string | null;
  readonly passkeys: readonly {
    readonly id: number;
    readonly name: string;
    readonly createTime: string;
    readonly lastUsedTime: string | null;
  }[];
}

export const PASSKEYS_KEY = ['own passkeys'];

/** The passkeys of the signed-in user; undefined until they are known. */
export function usePasskeys(): OwnPasskeys | undefined {
  const { http } = useAdminRuntime();
  const { data } = useQuery({
    queryKey: PASSKEYS_KEY,
    queryFn: async () => (await http<OwnPasskeys>('/account/passkeys')).data,
  });
  return data;
}
