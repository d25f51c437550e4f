import { lazy, Suspense, useState } from 'react';
import { Button, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useCan } from 'forecourt/admin';
import type { DayClose } from '../../calls/index.ts';
import { addDays, DRAWER_COUNT } from '../../rules/index.ts';

const CountDialog = lazy(() => import('./CountDialog.tsx'));
const MonthDialog = lazy(() => import('./MonthDialog.tsx'));

/** The day of the store at which the report was read. */
const todayIn = ({ time }: DayClose): string => time.slice(0, 10);

/** The next step of a day: count the drawer, which closes the day, and then the next day. */
export function NextStep({ day, onDay }: { readonly day: DayClose; readonly onDay: (date: string) => void }) {
  const translate = useTranslate();
  const mayCount = useCan('dayclose-add');
  const [open, setOpen] = useState(false);
  if (day.closed)
    return (
      <Button variant="contained" onClick={() => onDay(addDays(day.date, 1))}>
        {translate('resources.payment.day.nextDay')}
      </Button>
    );
  if (!mayCount) return null;
  if (day.date > todayIn(day))
    return (
      <Typography sx={{ fontSize: 13, color: 'text.secondary', alignSelf: 'center' }}>
        {translate('resources.payment.day.notBegun')}
      </Typography>
    );
  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        {translate('resources.payment.day.countDrawer')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <CountDialog day={day} kind={DRAWER_COUNT.close} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The office closes a month at all its stores. */
export function CloseMonth({ day }: { readonly day: DayClose }) {
  const translate = useTranslate();
  const mayClose = useCan('dayclose-enable');
  const [open, setOpen] = useState(false);
  if (!mayClose) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {translate('resources.payment.day.closeMonth')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <MonthDialog today={todayIn(day)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
