import { useQuery } from '@tanstack/react-query';
import { Box, Link as MuiLink, Skeleton, Typography } from '@mui/material';
import { Link, useTranslate } from 'react-admin';
import { LoadProblem, madeOf, shortTime, type ShowGroupProps, useTexts } from 'forecourt/admin';
import { DamageSketch } from '../damage/DamageSketch.tsx';
import { MARK_LIST, MarkLine } from '../damage/MarkLine.tsx';
import { useRentalProvider } from '../provider.ts';

/** The damage of a car as the last handover left it (D-ORD-31). */
export default function VehicleDamage({ record }: ShowGroupProps) {
  useTexts('rental.damage');
  const translate = useTranslate();
  const provider = useRentalProvider();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['vehicle', 'damages', record.id],
    meta: madeOf('order'),
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/car/damages/{id}', { id: Number(record.id) }, { signal })).data,
    retry: false,
  });
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton variant="rounded" height={120} />;
  const { marks, category, orderId, orderNo, time } = data;
  if (marks.length === 0) return <Typography color="text.secondary">{translate('rental.damage.none')}</Typography>;
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 420px) minmax(0, 1fr)' } }}>
      <DamageSketch category={category} marks={marks.map((mark) => ({ ...mark, fresh: false }))} />
      <Box>
        <Typography color="text.secondary" sx={{ fontSize: 13, mb: 1 }}>
          {translate('rental.damage.lastLook', { time: shortTime(time) })}
          {orderId !== null && (
            <>
              {' · '}
              <MuiLink component={Link} to={`/order/detail/${orderId}`}>
                {orderNo}
              </MuiLink>
            </>
          )}
        </Typography>
        <Box component="ul" sx={MARK_LIST}>
          {marks.map((mark) => (
            <MarkLine key={mark.no} mark={mark} />
          ))}
        </Box>
      </Box>
    </Box>
  );
}
