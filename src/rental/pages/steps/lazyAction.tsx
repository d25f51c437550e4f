import { lazy, Suspense, useState, type ComponentType, type FunctionComponent } from 'react';
import { StartButton, type ActionProps } from 'forecourt/admin';

/**
 * An action whose button stands at once while everything behind it loads on first use. The component is started by this button, as it would
 * be from a menu: it draws no button of its own and says when it is over.
 */
export function lazyAction<Row>(
  load: () => Promise<{ default: ComponentType<ActionProps<Row>> }>,
): FunctionComponent<ActionProps<Row>> {
  const Action = lazy(load);
  return function LazyAction(props: ActionProps<Row>) {
    const { model, action, variant, started = false, onEnd } = props;
    const [open, setOpen] = useState(started);
    const end = (done?: boolean) => {
      setOpen(false);
      onEnd?.(done);
    };
    return (
      <>
        {!started && <StartButton model={model} action={action} variant={variant} onStart={() => setOpen(true)} />}
        {open && (
          <Suspense fallback={null}>
            <Action {...props} started onEnd={end} />
          </Suspense>
        )}
      </>
    );
  };
}
