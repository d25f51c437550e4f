import { useEffect, useState } from 'react';
import { Box, Button, DialogActions, DialogContent, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useLocaleState, useTranslate } from 'react-admin';
import type { Coupon } from '../../../../schemas/types.generated.ts';
import { LoadProblem, QuestionDialog, THUMB, useLabels, type AdminDataProvider } from 'forecourt/admin';
import { cardPicture } from './cardPicture.ts';

interface CouponCardProps {
  readonly coupon: Pick<Coupon, 'code' | 'image'>;
  readonly onClose: () => void;
}

/** An address of the picture for as long as it is shown. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

/** The card of a coupon as the server draws it, to show to the renter or to send on. */
export default function CouponCardDialog({ coupon, onClose }: CouponCardProps) {
  const labels = useLabels('coupon');
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const provider = useDataProvider<AdminDataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: ['coupon', 'card', coupon.image, locale],
    queryFn: async () => {
      const { data: svg, name } = await provider.download(coupon.image);
      return { picture: await cardPicture(await svg.text()), name: name.replace(/\.svg$/, '.png') };
    },
    staleTime: 0,
    gcTime: 0,
  });
  const url = useObjectUrl(data?.picture);
  return (
    <QuestionDialog title={labels.field('image')} busy={false} onClose={onClose}>
      <DialogContent>
        {url ? (
          <Box
            component="img"
            src={url}
            alt={`${labels.field('code')} ${coupon.code}`}
            sx={{ display: 'block', width: '100%', aspectRatio: '2 / 1', borderRadius: 1 }}
          />
        ) : error ? (
          <LoadProblem error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton variant="rounded" sx={{ width: '100%', aspectRatio: '2 / 1', height: 'auto' }} />
        )}
        <Typography sx={{ mt: 2, fontSize: 13, color: 'text.secondary' }}>{labels.field('code')}</Typography>
        <Typography sx={{ fontSize: 20, fontWeight: 600, letterSpacing: 2, fontVariantNumeric: 'tabular-nums' }}>
          {coupon.code}
        </Typography>
      </DialogContent>
      <DialogActions sx={{ '& .MuiButton-root': THUMB }}>
        <Button onClick={onClose}>{translate('admin.action.back')}</Button>
        <Button variant="contained" component="a" href={url ?? ''} download={data?.name} disabled={!url}>
          {translate('resources.coupon.desk.download')}
        </Button>
      </DialogActions>
    </QuestionDialog>
  );
}
