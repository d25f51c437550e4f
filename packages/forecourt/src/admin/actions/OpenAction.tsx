import { useEffect, useRef, useState } from 'react';
import { useCreatePath, useNavigate } from 'react-admin';
import { LazyFormDialog } from '../form/LazyFormDialog.tsx';
import type { ActionProps } from './ActionButton.tsx';
import { StartButton } from './StartButton.tsx';

/** An action that opens another resource for this record: its list, narrowed to what belongs to the record, or its form in a dialog over the rows. */
export default function OpenAction({ model, action, record, variant, started = false, onEnd }: ActionProps) {
  const createPath = useCreatePath();
  const navigate = useNavigate();
  const { resource, page, by } = action.opens!;
  const [open, setOpen] = useState(started && page === 'form');
  const known = { [by]: record?.id };
  const go = () => {
    const filter = new URLSearchParams({ filter: JSON.stringify(known) });
    void navigate(`${createPath({ resource, type: 'list' })}?${filter}`);
    onEnd?.();
  };
  const gone = useRef(false);
  useEffect(() => {
    if (!started || page !== 'list' || gone.current) return;
    gone.current = true;
    go();
  });
  const start = () => {
    if (page === 'list') go();
    else setOpen(true);
  };
  const close = () => {
    setOpen(false);
    onEnd?.();
  };
  return (
    <>
      {!started && <StartButton model={model} action={action} variant={variant} onStart={start} />}
      {open && <LazyFormDialog resource={resource} known={known} onClose={close} />}
    </>
  );
}
