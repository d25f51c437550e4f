import type { ReactNode } from 'react';
import { Popover, type SxProps } from '@mui/material';

interface HangingBoxProps {
  /** The button that opened it. */
  readonly anchor: HTMLElement;
  /** What a screen reader calls it. */
  readonly label: string;
  readonly onClose: () => void;
  readonly sx?: SxProps;
  readonly children: ReactNode;
}

/** A box that hangs below the right end of the button that opened it, as a dialog of its own. */
export function HangingBox({ anchor, label, onClose, sx, children }: HangingBoxProps) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx } }}
    >
      {children}
    </Popover>
  );
}
