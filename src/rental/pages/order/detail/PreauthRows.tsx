import { Box, Skeleton } from '@mui/material';
import { useGetList, useTranslate, type RaRecord } from 'react-admin';
import {
  ActionButton,
  FieldValue,
  formatMoney,
  LoadProblem,
  offeredActions,
  useCanDo,
  useLabels,
  useResourceModel,
} from 'forecourt/admin';
import type { Resource } from 'forecourt/model';

interface PreauthRow extends RaRecord {
  readonly amount: number;
  readonly captured: number;
  readonly released: number;
  readonly open: number;
}

const SHOWN = 20;
const SUMS = ['amount', 'captured', 'released', 'open'] as const;

/** One authorisation: its number, how it stands, and what may be done with what is left of it. */
function Row({ model, row }: { model: Resource; row: PreauthRow }) {
  const labels = useLabels('preauth');
  const canDo = useCanDo();
  const sums = SUMS.filter((name) => name === 'amount' || row[name] > 0);
  return (
    <Box
      component="li"
      sx={{ py: 1, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0, pt: 0 }, fontSize: 13 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          <FieldValue model={model} name="number" record={row} />
        </Box>
        <FieldValue model={model} name="method" record={row} />
        <FieldValue model={model} name="purpose" record={row} />
        <FieldValue model={model} name="state" record={row} />
        <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
          {offeredActions(model, row, canDo).map((action) => (
            <ActionButton key={action.name} model={model} action={action} record={row} />
          ))}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, color: 'text.secondary' }}>
        {sums.map((name) => (
          <Box key={name} component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
            {`${labels.field(name)} ${formatMoney(row[name])}`}
          </Box>
        ))}
        <span>
          {labels.field('expireTime')} <FieldValue model={model} name="expireTime" record={row} />
        </span>
      </Box>
    </Box>
  );
}

/** The authorisations of an order, the latest first, each with its capture and its release (D-MONEY-20). */
export function PreauthRows({ orderId }: { orderId: number }) {
  const model = useResourceModel('preauth');
  const translate = useTranslate();
  const { data, error, isPending, isFetching, refetch } = useGetList<PreauthRow>(
    'preauth',
    { filter: { orderId }, sort: { field: 'createTime', order: 'DESC' }, pagination: { page: 1, perPage: SHOWN } },
    { retry: false },
  );
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (isPending) return <Skeleton variant="rounded" height={48} />;
  if (data.length === 0) return null;
  return (
    <Box component="ul" aria-label={translate('routes./order/preauth')} sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
      {data.map((row) => (
        <Row key={row.id} model={model} row={row} />
      ))}
    </Box>
  );
}
