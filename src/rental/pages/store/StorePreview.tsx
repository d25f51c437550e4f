import { useId, useState, type ReactNode } from 'react';
import { Alert, Box } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useCreatePath, useTranslate } from 'react-admin';
import {
  DateControl,
  formatMoney,
  LoadProblem,
  madeOf,
  RelationControl,
  useCodeLabel,
  useLabels,
} from 'forecourt/admin';
import type { Notice, PreviewInput, SettingsDraft, StorePreview as Answer } from '../../calls/index.ts';
import { DAY, DEFAULT_TIME_ZONE, dateOf, takesOff } from '../../rules/index.ts';
import { useSettled } from '../booking/useQuote.ts';
import { Figures } from '../Figures.tsx';
import { useRentalProvider } from '../provider.ts';

type Trip = Omit<PreviewInput, 'storeId' | 'settings'>;

/** A trip to begin with: from tomorrow morning, for three days. */
const usualTrip = (): Trip => {
  const day = (days: number): string => `${dateOf(Date.now() + days * DAY, DEFAULT_TIME_ZONE)} 10:00:00`;
  return { plannedPickupTime: day(1), plannedReturnTime: day(4) };
};

const usePreviewText = () => {
  useLabels('storeSetting');
  const translate = useTranslate();
  return (key: string, params?: Readonly<Record<string, unknown>>): string =>
    translate(`resources.storeSetting.preview.${key}`, params);
};

/** `2027-04-12 21:30`. */
const minutes = (time: string): string => time.slice(0, 16);

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box component="label" htmlFor={id} sx={{ display: 'block', fontSize: 13, fontWeight: 500, mb: 0.5 }}>
        {label}
      </Box>
      {children(id)}
    </Box>
  );
}

interface TripFieldsProps {
  readonly storeId: number;
  readonly trip: Trip;
  readonly points: boolean;
  readonly onChange: (changes: Trip) => void;
}

function TripFields({ storeId, trip, points, onChange }: TripFieldsProps) {
  const text = usePreviewText();
  const relation = (
    key: string,
    resource: string,
    name: 'subModelId' | 'returnStoreId' | 'pickupPointId' | 'returnPointId',
    where?: Readonly<Record<string, unknown>>,
  ) => (
    <Labelled label={text(key)}>
      {(id) => (
        <RelationControl
          id={id}
          resource={resource}
          where={where}
          value={trip[name] ?? null}
          onChange={(chosen) => onChange({ [name]: chosen === null ? null : Number(chosen) })}
          field={{ hiddenLabel: true, ...(name === 'returnStoreId' && { placeholder: text('sameStore') }) }}
        />
      )}
    </Labelled>
  );
  const time = (key: string, name: 'plannedPickupTime' | 'plannedReturnTime') => (
    <Labelled label={text(key)}>
      {(id) => (
        <DateControl
          id={id}
          precision="dateTime"
          size="small"
          fullWidth
          hiddenLabel
          value={trip[name] ?? ''}
          onChange={(value) => onChange({ [name]: value })}
        />
      )}
    </Labelled>
  );
  const listed = { storeId, kind: [1], status: [1] };
  return (
    <Box
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))', mb: 2 }}
    >
      {relation('model', 'subModel', 'subModelId')}
      {time('pickup', 'plannedPickupTime')}
      {time('return', 'plannedReturnTime')}
      {relation('returnStore', 'store', 'returnStoreId')}
      {points && relation('pickupPoint', 'deliveryFee', 'pickupPointId', listed)}
      {points && relation('returnPoint', 'deliveryFee', 'returnPointId', listed)}
    </Box>
  );
}

/** What stands against a trip, in words. */
function Notices({
  notices,
  severity,
  lead,
}: {
  notices: readonly Notice[];
  severity: 'error' | 'warning';
  lead: string;
}) {
  if (notices.length === 0) return null;
  return (
    <Alert severity={severity} sx={{ py: 0.25 }}>
      {lead}
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {notices.map(({ code, field, message }) => (
          <li key={`${code} ${field} ${message}`}>{message}</li>
        ))}
      </Box>
    </Alert>
  );
}

function Outcome({ answer, time }: { answer: Answer; time: string }) {
  const { quote, cancel, orders } = answer;
  const text = usePreviewText();
  const labelOf = useCodeLabel();
  const createPath = useCreatePath();
  const refused = quote.errors.length > 0;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, fontSize: 14 }}>
      <Notices notices={quote.errors} severity="error" lead={text('refused', { time })} />
      {quote.total !== null && (
        <>
          {!refused && (
            <Alert severity="success" sx={{ py: 0.25 }}>
              {text('costs', { time, total: formatMoney(quote.total) })}
            </Alert>
          )}
          <Figures
            rows={quote.fees.map(({ item, amount }) => ({
              label: labelOf('feeItem', item),
              value: formatMoney(takesOff(item) ? -amount : amount),
            }))}
          />
        </>
      )}
      <Notices notices={quote.warnings} severity="warning" lead={text('warned')} />
      {cancel && (
        <Box>
          {text(`cancel${cancel.rule}`, {
            time: minutes(cancel.freeUntil),
            percent: cancel.percent,
            penalty: formatMoney(cancel.penalty),
          })}
        </Box>
      )}
      {orders.length > 0 && (
        <Alert severity="warning" sx={{ py: 0.25 }}>
          {text('orders')}
          <Box component="ul" sx={{ m: 0, pl: 2 }}>
            {orders.map(({ id, orderNo, end, time: at }) => (
              <li key={`${id} ${end}`}>
                {/* Lines of links that a finger can tell apart. */}
                <Link
                  to={createPath({ resource: 'order', type: 'show', id })}
                  style={{ display: 'inline-block', paddingBlock: 4 }}
                >
                  {text(`order${end}`, { orderNo, time: minutes(at) })}
                </Link>
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </Box>
  );
}

interface StorePreviewProps {
  readonly storeId: number;
  /** Settings as they are typed; those that are saved without it. */
  readonly settings?: SettingsDraft;
  /** Whether a trip may begin and end at delivery points. */
  readonly points?: boolean;
}

/** What a booking at the store would cost, or why it is refused, asked of the server as the order desk asks it. */
export function StorePreview({ storeId, settings, points = false }: StorePreviewProps) {
  const text = usePreviewText();
  const provider = useRentalProvider();
  const [trip, setTrip] = useState(usualTrip);
  const wanted = JSON.stringify({ storeId, ...(settings && { settings }), ...trip });
  const asked = useSettled(wanted);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['storePreview', asked],
    meta: madeOf('store', 'price'),
    queryFn: async ({ signal }) => {
      const input = JSON.parse(asked) as PreviewInput;
      const answer = await provider.call('POST', '/basics/store/previewseting', input, { signal, creates: false });
      return { answer: answer.data, input };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
  });
  const chosen = Boolean(data?.input.subModelId);
  return (
    <Box>
      <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1.5 }}>{text(settings ? 'unsaved' : 'saved')}</Box>
      <TripFields
        storeId={storeId}
        trip={trip}
        points={points}
        onChange={(changes) => setTrip({ ...trip, ...changes })}
      />
      <Box aria-live="polite" aria-busy={wanted !== asked || isPlaceholderData}>
        {error ? (
          <LoadProblem error={error} onRetry={() => void refetch()} />
        ) : data && chosen ? (
          <Outcome answer={data.answer} time={minutes(data.input.plannedPickupTime ?? '')} />
        ) : (
          <Box sx={{ color: 'text.secondary' }}>{text('choose')}</Box>
        )}
      </Box>
    </Box>
  );
}
