import { useState, type MouseEvent } from 'react';
import { Button } from '@mui/material';
import Add from '@mui/icons-material/Add';
import type { Coupon } from '../../../../schemas/types.generated.ts';
import { useLabels, type ActionProps } from 'forecourt/admin';
import { StepDialog } from '../steps/StepDialog.tsx';
import { StepField } from '../steps/StepField.tsx';
import { CouponFields, couponBody, couponLoadProblems } from './couponFields.tsx';
import { couponModel } from './couponModel.ts';

/** What a coupon holds already. */
type Values = Pick<Coupon, 'code' | 'type' | 'amount' | 'discountAmount' | 'rentalPeriod' | 'discountDays'>;

const ONE = 1;
const NEW = { id: 0 };

/** New coupons, one or a batch (K1), or other values of an unused one (K2). */
export default function CouponForm(props: ActionProps<Values>) {
  const { model, action, record, variant = 'text', started = false, onEnd } = props;
  const labels = useLabels(model.name);
  const [open, setOpen] = useState(started);
  const isNew = record === undefined;
  const close = () => {
    setOpen(false);
    onEnd?.();
  };
  const start = (event: MouseEvent) => {
    event.stopPropagation();
    setOpen(true);
  };
  return (
    <>
      {!started && (
        <Button
          size={isNew ? 'medium' : 'small'}
          variant={isNew ? 'contained' : variant}
          startIcon={isNew ? <Add /> : undefined}
          aria-haspopup="dialog"
          onClick={start}
        >
          {labels.action(action.name)}
        </Button>
      )}
      {open && (
        <StepDialog
          step={{ model, action, record: record ?? NEW, onClose: close }}
          about={record ? String(record.code) : undefined}
          initial={{
            type: record?.type ?? ONE,
            amount: record?.amount ?? null,
            discountAmount: record?.discountAmount ?? null,
            rentalPeriod: record?.rentalPeriod ?? null,
            discountDays: record?.discountDays ?? null,
            ...(isNew ? { count: ONE } : {}),
          }}
          rules={couponLoadProblems}
          body={(values) => ({
            ...couponBody(values),
            ...(isNew ? { count: values['count'] ?? ONE } : { id: record.id }),
          })}
        >
          <CouponFields />
          {isNew && <StepField model={couponModel} name="count" required />}
        </StepDialog>
      )}
    </>
  );
}
