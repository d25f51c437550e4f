import { useState } from 'react';
import { Alert } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useTexts } from 'forecourt/admin';
import { endWithoutCarProblems, problem, toWallClock, type CarFate, type Problem } from '../../../rules/index.ts';
import { formOf } from '../dialogs/forms.ts';
import { withWholeOrder } from '../dialogs/withWholeOrder.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { StepDialog } from '../../steps/StepDialog.tsx';
import { StepField, type StepValues } from '../../steps/StepField.tsx';

const form = formOf('withoutCar');
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function Fate() {
  const translate = useTranslate();
  const fate = useWatch({ name: 'fate' }) as unknown;
  return (
    <>
      <StepField model={form} name="fate" required />
      {fate === 'shop' && <StepField model={form} name="shopUntil" required={false} />}
      {fate === 'totalLoss' && <Alert severity="warning">{translate('rental.order.carChange.totalLoss')}</Alert>}
    </>
  );
}

function problemsOf(values: StepValues, order: OrderInfo): readonly Problem[] {
  const carId = order['carId'] as number;
  const facts = { carId, orderCarId: carId, orderPlate: String(order['plate'] ?? ''), unread: text(values['unread']) };
  return [
    ...(text(values['time']) === '' ? [problem('field.required', {}, 'time')] : []),
    ...endWithoutCarProblems({ ...facts, fate: values['fate'] as CarFate }),
  ];
}

function EndForm({ step, order }: { step: StepProps; order: OrderInfo }) {
  useTexts('rental.order.carChange');
  const translate = useTranslate();
  const [opened] = useState(() => Date.now());
  return (
    <StepDialog
      step={step}
      initial={{
        time: `${toWallClock(opened, order.timeZone).slice(0, 16)}:00`,
        ...{ unread: '', fate: 'totalLoss', shopUntil: '' },
      }}
      rules={(values) => problemsOf(values, order)}
      body={({ time, unread, fate, shopUntil }) => ({
        ...{ id: order.id, carId: order['carId'], time, unread: text(unread), fate },
        ...(fate === 'shop' && text(shopUntil) !== '' && { shopUntil }),
      })}
    >
      <Alert severity="info">{translate('rental.order.carChange.endsWithoutCar')}</Alert>
      <StepField model={form} name="time" required />
      <StepField model={form} name="unread" required />
      <Fate />
    </StepDialog>
  );
}

/** Ends a rental whose car nobody can read (O27): burnt, stolen, or towed away. */
export default withWholeOrder(EndForm);
