import type { ReactNode } from 'react';
import type { SxProps } from '@mui/material';
import { useDataProvider, useNotify, useRefresh } from 'react-admin';
import { ConfirmedButton, type AdminDataProvider } from 'forecourt/admin';

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
export function ConfirmedCall({ method, path, body, ...asked }: ConfirmedCallProps) {
  const provider = useDataProvider<AdminDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  const run = async () => {
    const { message } = await provider.call(method, path, body);
    notify(message, { type: 'success' });
    refresh();
  };
  return <ConfirmedButton {...asked} aria-haspopup="dialog" run={run} />;
}
