import { useState, type ReactNode } from 'react';
import { Button, type SxProps } from '@mui/material';
import { useDataProvider, useNotify, useRefresh } from 'react-admin';
import { ConfirmDialog, type AdminDataProvider } from '../../../../framework/admin/index.ts';

interface ConfirmedCallProps {
  readonly verb: string;
  /** What is asked before. */
  readonly title: string;
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly sx?: SxProps;
  /** What it is about, below the question. */
  readonly children?: ReactNode;
}

/** A button that takes something away: it asks, calls, says how it ended and has everything on screen read again. */
export function ConfirmedCall({ verb, title, method, path, body, sx, children }: ConfirmedCallProps) {
  const provider = useDataProvider<AdminDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirmed = async () => {
    setBusy(true);
    try {
      const { message } = await provider.call(method, path, body);
      notify(message, { type: 'success' });
      refresh();
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <>
      <Button size="small" color="error" aria-haspopup="dialog" onClick={() => setAsking(true)} sx={sx}>
        {verb}
      </Button>
      <ConfirmDialog
        open={asking}
        title={title}
        verb={verb}
        danger
        busy={busy}
        onConfirm={() => void confirmed()}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
