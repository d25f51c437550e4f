import { lazy, Suspense, useEffect, useRef, useState, type MouseEvent } from 'react';
import { Button } from '@mui/material';
import { useRefresh } from 'react-admin';
import { useLocation } from 'react-router';
import { useLabels, useResourceEntry, type ActionProps } from 'forecourt/admin';
import { useFormAddress } from './useFormAddress.ts';

const OrderForm = lazy(() => import('./OrderForm.tsx'));

/** Modify: over the list by the list's own form address; elsewhere (detail, service area) by the page's. */
export default function OrderModify({
  model,
  action,
  record,
  variant = 'text',
  started = false,
  onEnd,
}: ActionProps<unknown>) {
  const labels = useLabels(model.name);
  const refresh = useRefresh();
  const { pathname } = useLocation();
  const listPath = useResourceEntry(model.name).route.list;
  const { form, open, close } = useFormAddress();
  const id = Number(record?.id);
  const listShowsIt = pathname === listPath;
  const [here, setHere] = useState(started && !listShowsIt);
  const begun = useRef(false);
  useEffect(() => {
    if (!started || begun.current) return;
    begun.current = true;
    if (!listShowsIt) return;
    open(id);
    onEnd?.();
  }, [started, listShowsIt, open, id, onEnd]);

  const shown = !listShowsIt && (here || form === String(id));
  const end = () => {
    setHere(false);
    if (form !== null) close();
    onEnd?.();
  };
  return (
    <>
      {!started && (
        <Button
          size="small"
          variant={variant}
          onClick={(event: MouseEvent) => {
            event.stopPropagation();
            open(id);
          }}
        >
          {labels.action(action.name)}
        </Button>
      )}
      {shown && (
        <Suspense fallback={null}>
          <OrderForm resource={model.name} id={id} onClose={end} onSaved={refresh} />
        </Suspense>
      )}
    </>
  );
}
