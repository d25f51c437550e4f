import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { PaymentAccount, PaymentLines } from '../../payment/PaymentLines.tsx';
import { StepPart } from '../../steps/StepField.tsx';
import { fieldId } from './draft.ts';
import type { HandoverOrder } from './guards.ts';
import type { PickupPayment } from './usePickupPayment.ts';

const ID = fieldId('payments');

/** What is due is taken before the keys go out, in the same form. */
export function PaymentField({ order, payment }: { order: HandoverOrder; payment: PickupPayment }) {
  const translate = useTranslate();
  return (
    <Box
      id={ID}
      role="group"
      aria-labelledby={`${ID}-label`}
      sx={{
        display: 'grid',
        gap: 2,
        minWidth: 0,
        '& .MuiButton-root, & .MuiOutlinedInput-root': { minHeight: { xs: 48, sm: 'auto' } },
      }}
    >
      <Box id={`${ID}-label`} sx={{ fontWeight: 500 }}>
        {translate('rental.handover.takePayment')}
      </Box>
      <StepPart form={payment.form} rules={payment.rules}>
        <PaymentLines record={order} items />
        <PaymentAccount record={order} />
      </StepPart>
    </Box>
  );
}
