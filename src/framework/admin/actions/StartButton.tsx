import type { MouseEvent, ReactNode } from 'react';
import { Button } from '@mui/material';
import { useLabels } from '../values/labels.ts';
import type { ActionProps } from './ActionButton.tsx';

interface StartButtonProps extends Pick<ActionProps, 'model' | 'action' | 'variant'> {
  readonly onStart: () => void;
  readonly busy?: boolean;
  readonly opensDialog?: boolean;
  readonly icon?: ReactNode;
}

/** The button of an action, called as the action is: small in a row, where pressing it opens no record, and of a page's height elsewhere. */
export function StartButton({ model, action, variant = 'text', onStart, busy, opensDialog, icon }: StartButtonProps) {
  const labels = useLabels(model.name);
  const start = (event: MouseEvent): void => {
    event.stopPropagation();
    onStart();
  };
  return (
    <Button
      size={variant === 'text' ? 'small' : 'medium'}
      variant={variant}
      color={action.danger ? 'error' : 'primary'}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      loading={busy}
      startIcon={variant === 'text' ? undefined : icon}
      onClick={start}
    >
      {labels.action(action.name)}
    </Button>
  );
}
