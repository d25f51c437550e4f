import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button, Paper, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';

/** What went wrong with a page, and the one thing that helps. */
export function ErrorPanel() {
  const translate = useTranslate();
  return (
    <Paper variant="outlined" role="alert" sx={{ p: 4, maxWidth: 560, mx: 'auto', mt: 6, textAlign: 'center' }}>
      <Typography variant="h1" gutterBottom>
        {translate('shell.failed.title')}
      </Typography>
      <Typography sx={{ mb: 3, color: 'text.secondary' }}>{translate('shell.failed.text')}</Typography>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {translate('shell.failed.reload')}
      </Button>
    </Paper>
  );
}

/** A page whose code does not arrive, or that fails while it is drawn, says so in its place; the shell stays usable (D-SHELL-14). */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorPanel /> : this.props.children;
  }
}
