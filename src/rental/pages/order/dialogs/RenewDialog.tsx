import { useState } from 'react';
import { Alert, Box, Button, Link } from '@mui/material';
import { LinkBase, useCreatePath, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { LoadProblem, useCodeLabel, useLabels, useTexts } from 'forecourt/admin';
import type { RenewConflict } from '../../../calls/index.ts';
import {
  DAY,
  ZERO,
  add,
  formatTHB,
  fromWallClock,
  renewalTimeProblem,
  toWallClock,
  type Problem,
} from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { recordModel } from '../info/records.ts';
import { useLengthText } from '../lengthText.ts';
import { amountIn, amountOf, difference } from '../../steps/amounts.ts';
import { Figures } from '../../Figures.tsx';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField, type StepValues } from '../../steps/StepField.tsx';
import { useRenewQuote } from './useRenewQuote.ts';

const form = recordModel('renewal');
const STEPS_DAYS = [1, 2, 3, 7] as const;

/** Both times are clock times of one store, so any zone without summer time orders them as its own does. */
const instantOf = (text: unknown): number | null => (typeof text === 'string' ? fromWallClock(text, 'UTC') : null);

function problemsOf({ time }: StepValues, record: StepProps['record']): readonly Problem[] {
  const [to, from] = [instantOf(time), instantOf(record['plannedReturnTime'])];
  const found = to === null || from === null ? null : renewalTimeProblem(from, to);
  return found ? [found] : [];
}

/** The usual renewals at one press: so many days behind the planned return. */
function UsualDays({ record }: Pick<StepProps, 'record'>) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const from = instantOf(record['plannedReturnTime']);
  if (from === null) return null;
  return (
    <Box role="group" aria-label={translate('resources.renewal.dialog.usual')} sx={{ display: 'flex', gap: 1 }}>
      {STEPS_DAYS.map((days) => (
        <Button
          key={days}
          size="small"
          variant="outlined"
          sx={{ px: 1.5, minWidth: 0 }}
          onClick={() =>
            setValue('time', toWallClock(from + days * DAY, 'UTC'), { shouldDirty: true, shouldValidate: true })
          }
        >
          {translate('resources.renewal.dialog.plusDays', { smart_count: days })}
        </Button>
      ))}
    </Box>
  );
}

/** Why it cannot be; an order that is in the way is a press away. */
function Conflict({ conflict }: { conflict: RenewConflict }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  return (
    <Alert severity="error">
      {conflict.message}
      {conflict.orderId !== null && (
        <>
          {' '}
          <Link
            component={LinkBase}
            to={createPath({ resource: 'order', type: 'show', id: conflict.orderId })}
            target="_blank"
            color="inherit"
          >
            {translate('resources.renewal.dialog.showOrder')}
          </Link>
        </>
      )}
    </Alert>
  );
}

/** Length, fee line by line and the new total, before anybody saves. */
function Quote({ record, onVerdict }: Pick<StepProps, 'record'> & { onVerdict: (blocked: boolean) => void }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const lengthText = useLengthText();
  const { quote, agreed, stale, error, retry } = useRenewQuote(
    record,
    (time) => problemsOf({ time }, record).length === 0,
    onVerdict,
  );
  const computed = quote && amountOf(quote.fee);
  const fee = agreed ?? computed;
  const before = amountIn(record, 'total');
  if (error) return <LoadProblem error={error} onRetry={retry} />;
  return (
    <>
      <Figures
        busy={stale}
        rows={[
          { label: translate('rental.order.length.label'), value: quote ? lengthText(quote.days, quote.hours) : '–' },
          ...(quote && agreed === undefined ? quote.fees : []).map((line) => ({
            label: codeLabel('feeItem', line.item),
            value: formatTHB(amountOf(line.amount) ?? ZERO),
          })),
          ...(agreed !== undefined && computed !== undefined && agreed !== computed
            ? [{ label: translate('resources.renewal.dialog.computed'), value: formatTHB(computed) }]
            : []),
          {
            label: translate('resources.renewal.fields.fee'),
            value: fee === undefined ? '–' : formatTHB(fee),
            strong: true,
          },
          { label: translate('rental.order.total.before'), value: formatTHB(before) },
          {
            label: translate('rental.order.total.after'),
            value:
              quote && computed !== undefined && fee !== undefined
                ? formatTHB(add(difference(amountIn({ ...quote }, 'total'), computed), fee))
                : '–',
          },
        ]}
      />
      {quote?.conflicts.map((each) => (
        <Conflict key={each.message} conflict={each} />
      ))}
      {quote?.warnings.map((each) => (
        <Alert key={each.message} severity="warning">
          {each.message}
        </Alert>
      ))}
    </>
  );
}

/** Keeps the car out longer, with its price and whoever needs the car shown before (O9). */
export default function RenewDialog(step: StepProps) {
  const { record } = step;
  useLabels('renewal');
  useTexts('rental.renew');
  const [blocked, setBlocked] = useState(false);
  const text = (value: unknown): string => String(value ?? '').trim();
  return (
    <StepDialog
      step={step}
      blocked={blocked}
      initial={{ time: '', fee: null, remarks: '' }}
      rules={(values) => problemsOf(values, record)}
      body={({ time, fee, remarks }) => ({
        orderId: record.id,
        time,
        ...(typeof fee === 'number' ? { fee } : {}),
        ...(text(remarks) === '' ? {} : { remarks: text(remarks) }),
      })}
    >
      <StepField model={form} name="time" required />
      <UsualDays record={record} />
      <Quote record={record} onVerdict={setBlocked} />
      <StepField model={form} name="fee" required={false} />
      <StepField model={form} name="remarks" required={false} />
    </StepDialog>
  );
}
