import { useEffect, useState } from 'react';
import { Box } from '@mui/material';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import { useTranslate } from 'react-admin';

/** `14:02` by the reader's own clock. */
const clockOf = (time: number): string => new Date(time).toTimeString().slice(0, 5);

/** Since when the browser has no connection; undefined while it has one. */
function useOfflineSince(): number | undefined {
  const [since, setSince] = useState(() => (navigator.onLine ? undefined : Date.now()));
  useEffect(() => {
    const off = (): void => setSince((before) => before ?? Date.now());
    const on = (): void => setSince(undefined);
    window.addEventListener('offline', off);
    window.addEventListener('online', on);
    return () => {
      window.removeEventListener('offline', off);
      window.removeEventListener('online', on);
    };
  }, []);
  return since;
}

/**
 * Says since when there is no connection, and goes away with it (D-SHELL-14). What is open stays readable and what is typed stays typed; what
 * was read is kept in memory only, never on the disk of a machine that several people use.
 */
export function OfflineBar() {
  const translate = useTranslate();
  const since = useOfflineSince();
  return (
    <Box
      role="status"
      sx={{
        // Over dialogs too, and nothing below it loses a click.
        ...{ position: 'fixed', top: 4, left: '50%', transform: 'translateX(-50%)', zIndex: 'snackbar' },
        ...{ maxWidth: 'calc(100vw - 16px)', width: 'max-content', borderRadius: 4, pointerEvents: 'none' },
        ...{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 1, px: 2, py: 0.5 },
        ...{ bgcolor: 'grey.900', color: 'common.white', fontSize: 13, fontWeight: 500 },
        '&:empty': { display: 'none' },
        '@media print': { display: 'none' },
      }}
    >
      {since !== undefined && (
        <>
          <CloudOff fontSize="small" aria-hidden />
          {translate('shell.later.offline', { time: clockOf(since) })}
        </>
      )}
    </Box>
  );
}
