import { useEffect, useState } from 'react';
import { Alert, Box } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { LinkedText, LoadProblem, useTexts } from 'forecourt/admin';
import {
  ORDER,
  editTimeInUseGuard,
  formatTHB,
  fromWallClock,
  returnTimeProblem,
  type Problem,
} from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { useLengthText } from '../lengthText.ts';
import { amountIn, difference } from '../../steps/amounts.ts';
import { Figures } from '../../Figures.tsx';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField, type StepValues } from '../../steps/StepField.tsx';
import { useRentalProvider } from '../../provider.ts';

interface Times {
  readonly plannedPickupTime: string;
  readonly plannedReturnTime: string;
}

const TYPING_PAUSE_MS = 300;

/** Both times are clock times of one store, so any zone without summer time orders them as its own does. */
const instantOf = (text: unknown): number | null => (typeof text === 'string' ? fromWallClock(text, 'UTC') : null);

function problemsOf(values: StepValues, record: StepProps['record']): readonly Problem[] {
  const approved = record['status'] === ORDER.approved;
  const returned = instantOf(values['plannedReturnTime']);
  const pickup = instantOf(approved ? values['plannedPickupTime'] : record['actualPickupTime']);
  if (returned === null || pickup === null) return [];
  const found = approved
    ? returnTimeProblem(pickup, returned, 'edittime')
    : editTimeInUseGuard({
        actualPickup: pickup,
        plannedReturn: instantOf(record['plannedReturnTime']) ?? returned,
        returned,
      });
  return found ? [found] : [];
}

function useTypedTimes(): Times {
  const [pickup, returned] = useWatch({ name: ['plannedPickupTime', 'plannedReturnTime'] }) as [unknown, unknown];
  return { plannedPickupTime: String(pickup ?? ''), plannedReturnTime: String(returned ?? '') };
}

/** What the new times cost, before anybody saves them; says when they cannot be had. */
function Price({ record, onVerdict }: Pick<StepProps, 'record'> & { onVerdict: (blocked: boolean) => void }) {
  useTexts('rental.order.editTime');
  const translate = useTranslate();
  const lengthText = useLengthText();
  const provider = useRentalProvider();
  const times = useTypedTimes();
  const wanted = JSON.stringify(times);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const valid = problemsOf({ ...times }, record).length === 0;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['order', 'time quote', record.id, asked],
    queryFn: async ({ signal }) =>
      (
        await provider.call(
          'POST',
          '/order/quote',
          { id: Number(record.id), ...(JSON.parse(asked) as Times) },
          { signal, creates: false },
        )
      ).data,
    enabled: valid && asked === wanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const stale = isFetching || asked !== wanted;
  const refused = valid && !stale && (data?.errors ?? []).length > 0;
  useEffect(() => onVerdict(refused), [refused, onVerdict]);

  const before = amountIn(record, 'total');
  const after = data?.total === null || data?.total === undefined ? undefined : amountIn({ ...data }, 'total');
  const change = after === undefined ? undefined : difference(after, before);
  if (error && valid) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Figures
        busy={stale}
        rows={[
          {
            label: translate('rental.order.length.label'),
            value: typeof data?.rentalDays === 'number' ? lengthText(data.rentalDays, data.rentalHours ?? 0) : '–',
          },
          { label: translate('rental.order.total.before'), value: formatTHB(before) },
          { label: translate('rental.order.total.after'), value: after === undefined ? '–' : formatTHB(after) },
          {
            label: translate('rental.order.total.difference'),
            value: change === undefined ? '–' : `${change > 0 ? '+' : ''}${formatTHB(change)}`,
            strong: true,
          },
        ]}
      />
      {valid &&
        data?.errors.map((notice) => (
          <Alert key={notice.code + notice.field} severity="error">
            <LinkedText text={notice.message} />
          </Alert>
        ))}
      {valid &&
        data?.warnings.map((notice) => (
          <Alert key={notice.code + notice.field} severity="warning">
            <LinkedText text={notice.message} />
          </Alert>
        ))}
    </>
  );
}

/** Moves an order in time: before pickup both ends at a new price, while in use only a nearer return at the same (O3, O4). */
export default function EditTimeDialog(step: StepProps) {
  const { model, record } = step;
  useTexts('rental.order.editTime');
  const translate = useTranslate();
  const [blocked, setBlocked] = useState(false);
  const approved = record['status'] === ORDER.approved;
  return (
    <StepDialog
      step={step}
      blocked={blocked}
      initial={{ plannedPickupTime: record['plannedPickupTime'], plannedReturnTime: record['plannedReturnTime'] }}
      rules={(values) => problemsOf(values, record)}
      body={({ plannedPickupTime, plannedReturnTime }) => ({
        id: record.id,
        ...(approved ? { plannedPickupTime } : {}),
        plannedReturnTime,
      })}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: approved ? '1fr 1fr' : '1fr' } }}>
        {approved && <StepField model={model} name="plannedPickupTime" required />}
        <StepField model={model} name="plannedReturnTime" required />
      </Box>
      {approved ? (
        <Price record={record} onVerdict={setBlocked} />
      ) : (
        <Alert severity="info">{translate('rental.order.editTime.inUse')}</Alert>
      )}
    </StepDialog>
  );
}
