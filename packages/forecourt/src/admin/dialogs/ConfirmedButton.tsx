import { useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from '@mui/material';
import { useNotify } from 'react-admin';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface ConfirmedButtonProps extends Pick<ButtonProps, 'aria-haspopup' | 'disabled' | 'sx'> {
  /** On the button, where it says more than the verb. */
  readonly label?: string;
  readonly verb: string;
  /** What is asked before. */
  readonly title: string;
  /** Does it once that is answered; what it throws is said. */
  readonly run: () => Promise<void>;
  /** What it is about, below the question. */
  readonly children?: ReactNode;
}

/** A button that takes something away: it asks, and stays at its question until it is done. */
export function ConfirmedButton({ verb, label = verb, title, run, children, ...button }: ConfirmedButtonProps) {
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirmed = async () => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <>
      <Button {...button} size="small" color="error" onClick={() => setAsking(true)}>
        {label}
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
