import { Box } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { couponProblems, satang, type Problem } from '../../rules/index.ts';
import { amountOf } from '../steps/amounts.ts';
import { StepField, type StepValues } from '../steps/StepField.tsx';
import { couponModel } from './couponModel.ts';

const FREE_DAYS = 2;
const whole = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const money = (value: unknown) => (typeof value === 'number' ? (amountOf(value) ?? satang(0)) : null);
const typeOf = (value: unknown): 1 | 2 => (value === FREE_DAYS ? 2 : 1);

/** What stands against the values in the form (K1). */
export const couponLoadProblems = (values: StepValues): readonly Problem[] =>
  couponProblems({
    type: typeOf(values['type']),
    amount: money(values['amount']),
    discountAmount: money(values['discountAmount']),
    rentalPeriod: whole(values['rentalPeriod']),
    discountDays: whole(values['discountDays']),
  });

/** The values of the chosen type, as the calls take them. */
export const couponBody = ({ type, ...values }: StepValues): Readonly<Record<string, unknown>> =>
  typeOf(type) === FREE_DAYS
    ? { type, rentalPeriod: values['rentalPeriod'], discountDays: values['discountDays'] }
    : { type, amount: values['amount'], discountAmount: values['discountAmount'] };

/** Kind and values of a coupon; the fields of the other kind are not there (D-CPN-01). */
export function CouponFields() {
  const freeDays = typeOf(useWatch({ name: 'type' })) === FREE_DAYS;
  const names = freeDays ? (['discountDays', 'rentalPeriod'] as const) : (['discountAmount', 'amount'] as const);
  return (
    <>
      <StepField model={couponModel} name="type" required />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
        {names.map((name) => (
          <StepField key={name} model={couponModel} name={name} required />
        ))}
      </Box>
    </>
  );
}
