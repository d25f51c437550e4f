import { Box, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate, type Identifier } from 'react-admin';
import { FieldValue, LoadProblem, useLabels, useTexts } from 'forecourt/admin';
import type { Resource } from 'forecourt/model';
import type { ChargeOfReturn, LogEntry } from '../../../calls/index.ts';
import { ChargeLine } from './TaskCharges.tsx';
import { useRentalProvider } from '../../provider.ts';

/** More changes than these are folded: a new order writes thirty values. */
const OPEN_CHANGES = 8;
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A value as it was then; a relation by its present name. */
function Value({ model, field, value, title }: { model: Resource; field: string; value: unknown; title?: string }) {
  if (title) return <>{title}</>;
  return <FieldValue model={model} name={field} record={{ [field]: value }} />;
}

type Change = LogEntry['changes'][number];

function Changes({ model, changes }: { model: Resource; changes: readonly Change[] }) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        mt: 0.5,
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(120px, auto) 1fr' },
        columnGap: 2,
        rowGap: { xs: 0, sm: 0.25 },
        fontSize: 13,
        justifyContent: 'start',
      }}
    >
      {changes.map(({ field, before, after, titles }) => (
        <Box key={field} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {labels.field(field)}
          </Box>
          <Box component="dd" sx={{ m: 0, mb: { xs: 0.5, sm: 0 }, overflowWrap: 'anywhere' }}>
            {!isEmpty(before) && (
              <>
                <Box component="del" aria-label={translate('rental.order.log.before')} sx={{ color: 'text.secondary' }}>
                  <Value model={model} field={field} value={before} title={titles?.before} />
                </Box>
                {' → '}
              </>
            )}
            <Box component="ins" aria-label={translate('rental.order.log.after')} sx={{ textDecoration: 'none' }}>
              <Value model={model} field={field} value={after} title={titles?.after} />
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Entry({ model, entry }: { model: Resource; entry: LogEntry }) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const [module, action = entry.event] = entry.event.split('.');
  const own = module === model.name || module === action;
  const title = translate(`rental.order.log.events.${entry.event}`, {
    _: own ? labels.action(action) : translate(`resources.${module}.actions.${action}`, { _: labels.action(action) }),
  });
  const changes = entry.changes.filter(
    ({ field, before, after }) =>
      model.entity.byName.get(field)?.writeOnly !== true && !(isEmpty(before) && isEmpty(after)),
  );
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        pl: 3,
        pb: 2.5,
        borderLeft: 2,
        borderColor: 'divider',
        ml: '5px',
        '&:last-of-type': { borderColor: 'transparent', pb: 0 },
      }}
    >
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          left: -6,
          top: 6,
          width: 10,
          height: 10,
          borderRadius: '50%',
          bgcolor: 'primary.main',
          border: 2,
          borderColor: 'background.paper',
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' }}>
        <Typography component="h2" sx={{ fontWeight: 600, fontSize: 14 }}>
          {title}
        </Typography>
        <Box component="span" sx={{ fontSize: 13, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          <time>{entry.time}</time> · {entry.userName || translate('rental.order.log.system')}
        </Box>
      </Box>
      {entry.event === 'order.returncharge' && (
        <Box sx={{ mt: 0.5, fontSize: 13, maxWidth: 420 }}>
          <ChargeLine charge={entry.detail as unknown as ChargeOfReturn} />
        </Box>
      )}
      {changes.length > OPEN_CHANGES ? (
        <Box component="details" sx={{ mt: 0.5, fontSize: 13 }}>
          <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary', minHeight: 24 }}>
            {translate('rental.order.log.values', { smart_count: changes.length })}
          </Box>
          <Changes model={model} changes={changes} />
        </Box>
      ) : (
        changes.length > 0 && <Changes model={model} changes={changes} />
      )}
    </Box>
  );
}

/** What happened to the order and who did it, newest first (D-ORD-29). */
export function LogTab({ model, id }: { model: Resource; id: Identifier }) {
  useTexts('rental.order.log');
  useTexts('rental.order.tasks');
  const provider = useRentalProvider();
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['order', 'log', id],
    queryFn: async ({ signal }) => (await provider.call('GET', '/order/log/{id}', { id: Number(id) }, { signal })).data,
    staleTime: 0,
  });
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={240} />;
  if (data.length === 0)
    return (
      <Typography color="text.secondary" sx={{ py: 4, textAlign: 'center' }}>
        {translate('rental.order.log.none')}
      </Typography>
    );
  return (
    <Box
      component="ol"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      {data.map((entry) => (
        <Entry key={entry.id} model={model} entry={entry} />
      ))}
    </Box>
  );
}
