import { useState, type ComponentType, type MouseEvent } from 'react';
import { Button } from '@mui/material';
import { type RaRecord } from 'react-admin';
import { StillOffered, useLabels, type ActionProps } from 'forecourt/admin';

export interface HandoverDialogProps {
  readonly actionProps: ActionProps<unknown>;
  /** As the server has it now. */
  readonly record: RaRecord;
  readonly onClose: () => void;
}

/** The button of an action and the dialog behind it; chosen from a menu the dialog opens at once. */
export function HandoverAction({
  dialog: Dialog,
  ...props
}: ActionProps<unknown> & { dialog: ComponentType<HandoverDialogProps> }) {
  const { model, action, record, variant = 'text', started = false, onEnd } = props;
  const labels = useLabels(model.name);
  const [open, setOpen] = useState(started);
  const close = () => {
    setOpen(false);
    onEnd?.();
  };
  const start = (event: MouseEvent) => {
    event.stopPropagation();
    setOpen(true);
  };
  return (
    <>
      {!started && (
        <Button size="small" variant={variant} onClick={start}>
          {labels.action(action.name)}
        </Button>
      )}
      {open && record && (
        <StillOffered model={model} action={action} record={record} onClose={close}>
          {(now) => <Dialog actionProps={props} record={now} onClose={close} />}
        </StillOffered>
      )}
    </>
  );
}
