import { lazy, Suspense, useState, type ComponentType, type FunctionComponent } from 'react';
import type { RaRecord } from 'react-admin';
import { reading, StartButton, StillOffered, type ActionProps, type SaysReads } from 'forecourt/admin';

/** What the dialog of a step receives. */
export interface StepProps extends Pick<ActionProps, 'model' | 'action'> {
  readonly record: RaRecord;
  readonly onClose: () => void;
}

/**
 * An action with a dialog: the button stands at once, the dialog loads when it is first opened, and opens over the record as the server has it
 * then.
 */
export function dialogAction(
  load: () => Promise<{ default: ComponentType<StepProps> }>,
): FunctionComponent<ActionProps<unknown>> & SaysReads {
  const StepDialog = lazy(load);
  return reading(
    [],
    function DialogAction({ model, action, record, variant, started = false, onEnd }: ActionProps<unknown>) {
      const [open, setOpen] = useState(started);
      if (!record) return null;
      const close = () => {
        setOpen(false);
        onEnd?.();
      };
      return (
        <>
          {!started && (
            <StartButton
              model={model}
              action={action}
              variant={variant}
              opensDialog
              onStart={() => {
                // Beside the question how the record stands; a failure is said where it is drawn.
                load().catch(() => undefined);
                setOpen(true);
              }}
            />
          )}
          {open && (
            <StillOffered model={model} action={action} record={record} onClose={close}>
              {(now) => (
                <Suspense fallback={null}>
                  <StepDialog model={model} action={action} record={now} onClose={close} />
                </Suspense>
              )}
            </StillOffered>
          )}
        </>
      );
    },
  );
}
