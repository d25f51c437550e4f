import { useEffect, useRef } from 'react';
import { Button } from '@mui/material';
import Add from '@mui/icons-material/Add';
import { useLabels, type ActionProps } from 'forecourt/admin';
import { useFormAddress } from './useFormAddress.ts';

/** The list's primary action. The form itself opens over the list by its address. */
export default function OrderNew({ model, action, started = false, onEnd }: ActionProps) {
  const labels = useLabels(model.name);
  const { open } = useFormAddress();
  const begun = useRef(false);
  useEffect(() => {
    if (!started || begun.current) return;
    begun.current = true;
    open('new');
    onEnd?.();
  }, [started, open, onEnd]);
  if (started) return null;
  return (
    <Button variant="contained" startIcon={<Add />} onClick={() => open('new')}>
      {labels.action(action.name)}
    </Button>
  );
}
