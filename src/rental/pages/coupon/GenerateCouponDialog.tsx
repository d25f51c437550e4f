import { useState } from 'react';
import type { Coupon } from '../../../../schemas/types.generated.ts';
import { useLabels } from 'forecourt/admin';
import type { StepProps } from '../steps/dialogAction.tsx';
import { StepDialog } from '../steps/StepDialog.tsx';
import CouponCardDialog from './CouponCardDialog.tsx';
import { CouponFields, couponBody, couponLoadProblems } from './couponFields.tsx';

/** A coupon for the renter of an order (O18): its values, and then its card to show or to send. */
export default function GenerateCouponDialog(step: StepProps) {
  const { record, onClose } = step;
  useLabels('coupon');
  const [made, setMade] = useState<Coupon | undefined>();
  if (made) return <CouponCardDialog coupon={made} onClose={onClose} />;
  return (
    <StepDialog
      step={step}
      initial={{ type: 1, amount: null, discountAmount: null, rentalPeriod: null, discountDays: null }}
      rules={couponLoadProblems}
      body={(values) => ({ orderId: record.id, ...couponBody(values) })}
      onDone={(coupon) => setMade(coupon as Coupon)}
    >
      <CouponFields />
    </StepDialog>
  );
}
