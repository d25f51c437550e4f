import type { MouseEvent, ReactNode } from 'react';
import { Button } from '@mui/material';
import { useLabels } from '../values/labels.ts';
import type { ActionProps } from './ActionButton.tsx';
import { TextButton } from './TextButton.tsx';

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
  const label = labels.action(action.name);
  const opens = opensDialog ? 'dialog' : undefined;
  if (variant === 'text')
    return (
      <TextButton danger={action.danger} aria-haspopup={opens} busy={busy} onClick={start}>
        {label}
      </TextButton>
    );
  return (
    <Button
      variant={variant}
      color={action.danger ? 'error' : 'primary'}
      aria-haspopup={opens}
      loading={busy}
      startIcon={icon}
      onClick={start}
    >
      {label}
    </Button>
  );
}
