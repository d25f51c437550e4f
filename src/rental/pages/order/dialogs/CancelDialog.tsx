import { useEffect } from 'react';
import { Alert, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { LoadProblem, formatNumber, useCan, useTexts } from 'forecourt/admin';
import type { CancelPreview } from '../../../calls/index.ts';
import {
  ZERO,
  add,
  cancellationRefund,
  formatTHB,
  penaltyProblem,
  problem,
  type Problem,
  type Satang,
} from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { amountIn, amountOf } from '../../steps/amounts.ts';
import { Figures } from '../../Figures.tsx';
import { formOf } from './forms.ts';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField, type StepValues } from '../../steps/StepField.tsx';
import { useRentalProvider } from '../../provider.ts';

const form = formOf('cancellation');

function problemsOf(values: StepValues, preview: CancelPreview | undefined, mayOverride: boolean): readonly Problem[] {
  const penalty = amountOf(values['penalty']);
  const wrong =
    preview && penalty !== undefined
      ? penaltyProblem(
          penalty,
          { base: amountIn({ ...preview }, 'base'), penalty: amountIn({ ...preview }, 'penalty') },
          mayOverride,
        )
      : null;
  return [
    ...(String(values['reason'] ?? '').trim() === '' ? [problem('field.required', {}, 'reason')] : []),
    ...(wrong ? [wrong] : []),
  ];
}

/** What the renter has with us: the preview says it unless the penalty eats it all. */
const heldBy = (preview: CancelPreview, record: StepProps['record']): Satang =>
  preview.refundable > 0
    ? add(amountIn({ ...preview }, 'refundable'), amountIn({ ...preview }, 'penalty'))
    : amountIn(record, 'paid');

function Terms({ preview, record }: { preview: CancelPreview; record: StepProps['record'] }) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const mayOverride = useCan('order-enable');
  const computed = preview.penalty;
  useEffect(() => setValue('penalty', computed), [setValue, computed]);
  const penalty = amountOf(useWatch({ name: 'penalty' })) ?? ZERO;
  const hours = Math.floor(Math.abs(preview.hoursToPickup));
  return (
    <>
      {preview.warnings.map(({ code, message }) => (
        <Alert key={code + message} severity="warning">
          {message}
        </Alert>
      ))}
      <Figures
        rows={[
          { label: translate('rental.order.cancel.rule'), value: translate(`rental.order.cancel.${preview.rule}`) },
          {
            label: translate(
              preview.hoursToPickup < 0 ? 'rental.order.cancel.hoursPast' : 'rental.order.cancel.hoursLeft',
            ),
            value: translate(preview.hoursToPickup < 0 ? 'rental.order.cancel.hoursAgo' : 'rental.order.cancel.hours', {
              hours: formatNumber(hours),
            }),
          },
          {
            label: translate('rental.order.cancel.percent'),
            value: preview.percent === 0 ? translate('rental.order.cancel.free') : `${formatNumber(preview.percent)} %`,
          },
          { label: translate('rental.order.cancel.base'), value: formatTHB(amountIn({ ...preview }, 'base')) },
          ...(mayOverride
            ? []
            : [{ label: translate('codes.feeItem.penalty'), value: formatTHB(penalty), strong: true }]),
        ]}
      />
      {mayOverride && <StepField model={form} name="penalty" />}
      <Figures
        rows={[
          {
            label: translate('rental.order.cancel.refund'),
            value: formatTHB(cancellationRefund(heldBy(preview, record), penalty)),
            strong: true,
          },
        ]}
      />
    </>
  );
}

/** Calls an order off, or closes it as a no-show, after showing what it costs and what goes back (O13, O22, D-ORD-10). */
export default function CancelDialog(step: StepProps) {
  const { record } = step;
  useTexts('rental.order.cancel');
  const translate = useTranslate();
  const provider = useRentalProvider();
  const mayOverride = useCan('order-enable');
  const {
    data: preview,
    error,
    refetch,
  } = useQuery({
    queryKey: ['order', 'cancel preview', record.id],
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/order/cancelpreview/{id}', { id: Number(record.id) }, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <StepDialog
      step={step}
      blocked={!preview}
      rules={(values) => problemsOf(values, preview, mayOverride)}
      body={({ reason, penalty }) => ({
        id: record.id,
        reason: String(reason).trim(),
        ...(penalty === preview?.penalty ? {} : { penalty }),
      })}
    >
      <Alert severity="warning">{translate(`resources.order.confirm.${step.action.name}`)}</Alert>
      {preview ? (
        <Terms preview={preview} record={record} />
      ) : error ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={150} />
      )}
      <StepField model={form} name="reason" />
    </StepDialog>
  );
}
