import { lazy, Suspense, useState } from 'react';
import { Button } from '@mui/material';
import type { Coupon } from '../../../../schemas/types.generated.ts';
import { useLabels, type DisplayProps } from 'forecourt/admin';
import { useTranslate } from 'react-admin';

const CouponCardDialog = lazy(() => import('./CouponCardDialog.tsx'));

/** Shows the card of a coupon (D-CPN-05). */
export function ShowCard({ coupon }: { coupon: Pick<Coupon, 'code' | 'image'> }) {
  useLabels('coupon');
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    // The row around it opens nothing.
    <span onClick={(event) => event.stopPropagation()} role="presentation">
      <Button
        size="small"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        // Its text stands where the column's does.
        sx={{ minWidth: 0, px: 0.75, mx: -0.75 }}
      >
        {translate('resources.coupon.desk.show')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <CouponCardDialog coupon={coupon} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}

export default function CouponImage({ record }: DisplayProps<Pick<Coupon, 'code' | 'image'>>) {
  return <ShowCard coupon={record} />;
}
