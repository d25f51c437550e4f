import { useEffect } from 'react';
import { useAdminRuntime, useSessionInfo } from '../../admin/index.ts';
import { watchIdle } from './idle.ts';

/** Ends the session when nobody touches the page for as long as the role allows (D-AUTH-14). What is typed is kept, as after any end. */
export function IdleEnd() {
  const { http } = useAdminRuntime();
  const minutes = useSessionInfo()?.['idleMinutes'];
  useEffect(() => {
    if (typeof minutes !== 'number') return undefined;
    const end = async (): Promise<void> => {
      await http('/admin/user/loginout', { method: 'POST', creates: false }).catch(() => undefined);
      // Its refusal leads to the sign-in page, as that of any call does.
      await http('/admin/user/info').catch(() => undefined);
    };
    return watchIdle(minutes, () => void end());
  }, [http, minutes]);
  return null;
}
