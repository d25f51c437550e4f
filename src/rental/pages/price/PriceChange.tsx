import { useId, useState } from 'react';
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  MenuItem,
  Switch,
  TextField,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  FigureTable,
  formatAmount,
  RelationControl,
  useAdminRuntime,
  useCodeLabel,
  useLabels,
  type ActionProps,
} from '../../../framework/admin/index.ts';
import type { ChangedPrice } from '../../calls/index.ts';
import { usePriceChange, type CopyWish, type PercentWish, type Wish } from './usePriceChange.ts';

const PARTS = ['dailyPrice', 'monthlyPrice', 'deposit', 'holidayPrice'] as const;
const STEPS = [1, 10, 50, 100] as const;

type Draft = Partial<Omit<PercentWish, 'percent'>> & Partial<CopyWish> & { readonly percent?: string };
type Change = (change: Draft) => void;

const grid = { display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' } } as const;

/** What is to be done as the call takes it; undefined while something is missing. */
function wishOf(copies: boolean, draft: Draft): Wish | undefined {
  const { fromStoreId, toStoreId, overwrite, part = 'dailyPrice', roundTo = 10, percent: typed = '', ...where } = draft;
  if (copies)
    return fromStoreId && toStoreId && fromStoreId !== toStoreId
      ? { kind: 'copy', input: { fromStoreId, toStoreId, overwrite: overwrite ?? 0 } }
      : undefined;
  const percent = Number(typed);
  if (!typed.trim() || !Number.isFinite(percent) || percent === 0 || percent < -90 || percent > 500) return undefined;
  const { holidayId, ...others } = where;
  if (part === 'holidayPrice' && !holidayId) return undefined;
  return {
    kind: 'percent',
    input: {
      part,
      roundTo,
      percent: Math.round(percent * 100) / 100,
      ...others,
      ...(part === 'holidayPrice' && { holidayId }),
    },
  };
}

function useRelation(draft: Draft, change: Change) {
  const labels = useLabels('price');
  const translate = useTranslate();
  return (name: 'storeId' | 'subModelId' | 'cityId' | 'holidayId' | 'fromStoreId' | 'toStoreId', resource: string) => (
    <RelationControl
      resource={resource}
      field={{
        label: name in OWN_LABELS ? translate(`rental.price.change.${name}`) : labels.field(name),
        size: 'small',
      }}
      value={draft[name] ?? null}
      onChange={(id) => change({ [name]: id === null ? undefined : Number(id) })}
    />
  );
}
const OWN_LABELS = { cityId: true, holidayId: true, fromStoreId: true, toStoreId: true } as const;

function PercentFields({ draft, change }: { draft: Draft; change: Change }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const { model } = useAdminRuntime();
  const relation = useRelation(draft, change);
  const text = (name: string): string => translate(`rental.price.change.${name}`);
  return (
    <Box sx={grid}>
      <TextField
        select
        size="small"
        label={text('part')}
        value={draft.part ?? PARTS[0]}
        onChange={(event) => change({ part: event.target.value as (typeof PARTS)[number] })}
      >
        {PARTS.map((part) => (
          <MenuItem key={part} value={part}>
            {text(`parts.${part}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        size="small"
        autoFocus
        label={text('percent')}
        value={draft.percent ?? ''}
        onChange={(event) => change({ percent: event.target.value })}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        placeholder="+5"
      />
      <TextField
        select
        size="small"
        label={text('roundTo')}
        value={draft.roundTo ?? 10}
        onChange={(event) => change({ roundTo: Number(event.target.value) })}
      >
        {STEPS.map((step) => (
          <MenuItem key={step} value={step}>
            {formatAmount(step)}
          </MenuItem>
        ))}
      </TextField>
      {draft.part === 'holidayPrice' && relation('holidayId', 'holiday')}
      {relation('cityId', 'city')}
      {relation('storeId', 'store')}
      <TextField
        select
        size="small"
        label={text('category')}
        value={draft.category ?? ''}
        onChange={(event) =>
          change({
            category: event.target.value === '' ? undefined : (Number(event.target.value) as Draft['category']),
          })
        }
      >
        <MenuItem value="">{text('all')}</MenuItem>
        {(model.codes['vehicleCategory'] ?? []).map(({ code }) => (
          <MenuItem key={code} value={code}>
            {codeLabel('vehicleCategory', code)}
          </MenuItem>
        ))}
      </TextField>
      {relation('subModelId', 'subModel')}
    </Box>
  );
}

function CopyFields({ draft, change }: { draft: Draft; change: Change }) {
  const translate = useTranslate();
  const relation = useRelation(draft, change);
  return (
    <Box sx={grid}>
      {relation('fromStoreId', 'store')}
      {relation('toStoreId', 'store')}
      <FormControlLabel
        label={translate('rental.price.change.overwrite')}
        control={
          <Switch checked={draft.overwrite === 1} onChange={(_event, on) => change({ overwrite: on ? 1 : 0 })} />
        }
      />
    </Box>
  );
}

/** Each amount that changes, old → new. */
function Amounts({ row: { before, after } }: { row: ChangedPrice }) {
  const translate = useTranslate();
  if (!after) return <>{translate('rental.price.change.removed')}</>;
  const shown = (amount: number | null | undefined): string =>
    typeof amount === 'number' ? formatAmount(amount) : '–';
  const lines = (['dailyPrice', 'monthlyPrice', 'deposit'] as const)
    .map((part) => [part, before?.[part], after[part]] as const)
    .filter(([, old, now]) => (old ?? null) !== now);
  const holidays = after.holidayPrices.flatMap(({ holidayId, dailyPrice }) => {
    const old = before?.holidayPrices.find((one) => one.holidayId === holidayId)?.dailyPrice;
    return old === dailyPrice ? [] : [['holidayPrice', old, dailyPrice] as const];
  });
  const gone = (before?.holidayPrices ?? [])
    .filter(({ holidayId }) => !after.holidayPrices.some((one) => one.holidayId === holidayId))
    .map(({ dailyPrice }) => ['holidayPrice', dailyPrice, null] as const);
  return (
    <>
      {[...lines, ...holidays, ...gone].map(([part, old, now], at) => (
        <Box key={at} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {translate(`rental.price.change.parts.${part}`)}: {before && `${shown(old)} → `}
          <strong>{shown(now)}</strong>
        </Box>
      ))}
    </>
  );
}

/** Many prices at once, by percent or as those of another store: what it comes to before it is saved, and the way back behind it. */
export default function PriceChange({ model, action, onEnd }: ActionProps) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const titleId = useId();
  const copies = action.name === 'copyStore';
  const [draft, setDraft] = useState<Draft>({});
  const change: Change = (more) => setDraft((now) => ({ ...now, ...more }));
  const wish = wishOf(copies, draft);
  const { rows, isBack, loading, error, busy, refusal, save } = usePriceChange(wish);
  const text = (name: string, count = rows.length): string =>
    translate(`rental.price.change.${name}`, { smart_count: count });
  const problem = refusal ?? (error ? translate(error.message, { _: error.message }) : undefined);
  const close = () => onEnd?.();
  return (
    <Dialog open onClose={busy ? undefined : close} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{labels.action(action.name)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', minHeight: 320 }}>
        <Box sx={{ pt: 1 }}>
          {isBack ? (
            <Alert severity={rows.length > 0 ? 'success' : 'info'}>{text(rows.length > 0 ? 'done' : 'undone')}</Alert>
          ) : copies ? (
            <CopyFields draft={draft} change={change} />
          ) : (
            <PercentFields draft={draft} change={change} />
          )}
        </Box>
        {problem && <Alert severity="error">{problem}</Alert>}
        {wish && !isBack && !problem && (
          <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
            {loading ? translate('ra.page.loading') : text('preview')}
          </Box>
        )}
        {rows.length > 0 && (
          <FigureTable
            label={text('preview')}
            rows={rows}
            keyOf={(row) => `${row.storeId}.${row.subModelId}`}
            columns={[
              { key: 'model', label: labels.field('subModelId'), cell: (row) => row.subModelName },
              { key: 'store', label: labels.field('storeId'), cell: (row) => row.storeName },
              { key: 'change', label: text('becomes'), cell: (row) => <Amounts row={row} /> },
            ]}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={close} disabled={busy}>
          {translate(isBack ? 'ra.action.close' : 'admin.action.back')}
        </Button>
        {(!isBack || rows.length > 0) && (
          <Button
            variant={isBack ? 'outlined' : 'contained'}
            loading={busy}
            disabled={rows.length === 0 || loading}
            onClick={() => void save()}
          >
            {text(isBack ? 'undo' : 'save')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
