import { useId, useState } from 'react';
import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { StepProps } from '../steps/dialogAction.tsx';
import { StepDialog } from '../steps/StepDialog.tsx';
import { useOrderMatch } from './useOrderMatch.ts';

const NOBODY = 'nobody';

/** A person says which of the orders that may have had the car it was, or none of them. */
export default function DecideDialog(step: StepProps) {
  const { record } = step;
  const translate = useTranslate();
  const titleId = useId();
  const { match } = useOrderMatch({ carId: record['carId'], time: record['time'] });
  const [chosen, setChosen] = useState('');
  return (
    <StepDialog
      step={step}
      about={[record['plate'], record['time'], record['behavior']].join(' · ')}
      blocked={chosen === ''}
      body={() => ({ id: record.id, orderId: chosen === NOBODY ? null : Number(chosen) })}
    >
      {match === undefined ? (
        <Skeleton variant="rounded" height={96} />
      ) : (
        <FormControl>
          <FormLabel id={titleId}>{translate('resources.violation.texts.choose')}</FormLabel>
          <RadioGroup aria-labelledby={titleId} value={chosen} onChange={(_event, value) => setChosen(value)}>
            {match?.candidates.map(({ orderId, orderNo, renterName, from, to }) => (
              <FormControlLabel
                key={orderId}
                value={String(orderId)}
                control={<Radio />}
                label={
                  <>
                    {orderNo} · {renterName}
                    <Typography
                      component="span"
                      sx={{
                        display: 'block',
                        fontSize: 12,
                        color: 'text.secondary',
                        fontVariantNumeric: 'tabular-nums',
                      }}
                    >
                      {from} – {to || translate('resources.violation.texts.out')}
                    </Typography>
                  </>
                }
              />
            ))}
            <FormControlLabel
              value={NOBODY}
              control={<Radio />}
              label={translate('resources.violation.texts.nobody')}
            />
          </RadioGroup>
        </FormControl>
      )}
    </StepDialog>
  );
}
