import { lazy, Suspense, useState, type ComponentType, type FunctionComponent, type MouseEvent } from 'react';
import { Button } from '@mui/material';
import { useLabels, type ActionProps } from '../../../framework/admin/index.ts';

/**
 * An action whose button stands at once while everything behind it loads on first use. The component is started by this button, as it would
 * be from a menu: it draws no button of its own and says when it is over.
 */
export function lazyAction(
  load: () => Promise<{ default: ComponentType<ActionProps> }>,
): FunctionComponent<ActionProps> {
  const Action = lazy(load);
  return function LazyAction(props: ActionProps) {
    const { model, action, variant = 'text', started = false, onEnd } = props;
    const labels = useLabels(model.name);
    const [open, setOpen] = useState(started);
    const start = (event: MouseEvent) => {
      event.stopPropagation();
      setOpen(true);
    };
    const end = () => {
      setOpen(false);
      onEnd?.();
    };
    return (
      <>
        {!started && (
          <Button size={variant === 'text' ? 'small' : 'medium'} variant={variant} onClick={start}>
            {labels.action(action.name)}
          </Button>
        )}
        {open && (
          <Suspense fallback={null}>
            <Action {...props} started onEnd={end} />
          </Suspense>
        )}
      </>
    );
  };
}
