import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button, Paper, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { isLoadFault } from '../admin/index.ts';
import { withoutBase } from '../browser/basePath.ts';

interface PanelProps {
  /** Address of a page that failed while it was drawn; without one, what it needs did not arrive. */
  readonly fault?: string;
  readonly onRetry?: () => void;
}

/** What went wrong with a page, and the one thing that helps. */
export function ErrorPanel({ fault, onRetry }: PanelProps) {
  const translate = useTranslate();
  const kind = fault === undefined ? 'failed' : 'fault';
  return (
    <Paper variant="outlined" role="alert" sx={{ p: 4, maxWidth: 560, mx: 'auto', mt: 6, textAlign: 'center' }}>
      <Typography variant="h1" gutterBottom>
        {translate(`shell.${kind}.title`)}
      </Typography>
      <Typography sx={{ mb: 3, color: 'text.secondary' }}>
        {translate(`shell.${kind}.text`, { name: fault })}
      </Typography>
      <Button variant="contained" onClick={onRetry ?? (() => window.location.reload())}>
        {translate(fault === undefined ? 'shell.failed.reload' : 'admin.list.retry')}
      </Button>
    </Paper>
  );
}

interface BoundaryProps {
  readonly children: ReactNode;
  /** Address of the page, for the one who looks for the fault. */
  readonly address?: string;
}

/** A page whose code does not arrive, or that fails while it is drawn, says so in its place; the shell stays usable (D-SHELL-14). */
export class PageErrorBoundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (isLoadFault(error)) return <ErrorPanel />;
    return (
      <ErrorPanel
        fault={this.props.address ?? withoutBase(window.location.pathname)}
        onRetry={() => this.setState({ error: undefined })}
      />
    );
  }
}
