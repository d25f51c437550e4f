import { Alert, Box, Button, Link as MuiLink } from '@mui/material';
import { Link, useCreatePath, useTranslate } from 'react-admin';
import { shortTime, useTexts } from 'forecourt/admin';
import type { CarOut, FreeCar } from '../calls/index.ts';

/** So many free cars are offered in place of one that is out. */
const MOST = 3;

/** Says who has a car, until when, and how late it is. */
export function useOutText(): (out: CarOut) => string {
  useTexts('rental.vehicle');
  const translate = useTranslate();
  return ({ renterName, returnTime, late }) => {
    if (renterName === '') return translate('rental.vehicle.out.other');
    const facts = { renter: renterName, time: shortTime(returnTime) };
    return late === 0
      ? translate('rental.vehicle.out.with', facts)
      : translate('rental.vehicle.out.late', { ...facts, hours: Math.floor(late / 60), minutes: late % 60 });
  };
}

interface OutNoticeProps {
  readonly plate: string;
  readonly out: CarOut;
  /** Free for the order, the booked model first. */
  readonly free: readonly Pick<FreeCar, 'id' | 'plate' | 'subModelName'>[];
  readonly onTake: (carId: number) => void;
}

/** The car of an order is still out: who has it, with a link, and which other cars are free, taken with a click. */
export function OutNotice({ plate, out, free, onTake }: OutNoticeProps) {
  const text = useOutText();
  const translate = useTranslate();
  const createPath = useCreatePath();
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <Box>
        {translate('rental.vehicle.out.plate', { plate, text: text(out) })}{' '}
        {out.id !== null && (
          <MuiLink component={Link} to={createPath({ resource: 'order', type: 'show', id: out.id })}>
            {out.orderNo}
          </MuiLink>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 1 }}>
        {free.length === 0 ? translate('rental.vehicle.out.none') : translate('rental.vehicle.out.free')}
        {free.slice(0, MOST).map(({ id, plate: other, subModelName }) => (
          <Button
            key={id}
            size="small"
            variant="outlined"
            color="inherit"
            title={subModelName}
            sx={{ minHeight: { xs: 44, sm: 32 } }}
            onClick={() => onTake(id)}
          >
            {translate('rental.vehicle.out.take', { plate: other })}
          </Button>
        ))}
      </Box>
    </Alert>
  );
}
