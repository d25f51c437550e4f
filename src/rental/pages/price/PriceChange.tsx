import { useState } from 'react';
import {
  Alert,
  Box,
  Button,
  DialogActions,
  DialogContent,
  FormControlLabel,
  MenuItem,
  Switch,
  TextField,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  formatAmount,
  QuestionDialog,
  RelationControl,
  useAdminRuntime,
  useCodeLabel,
  useLabels,
  type ActionProps,
  useTexts,
} from 'forecourt/admin';
import { PriceChangeTable } from './PriceChangeTable.tsx';
import { usePriceChange, type CopyWish, type PercentWish, type Wish } from './usePriceChange.ts';

const PARTS = ['dailyPrice', 'monthlyPrice', 'deposit', 'holidayPrice'] as const;
const STEPS = [1, 10, 50, 100] as const;

type Draft = Partial<Omit<PercentWish, 'percent'>> & Partial<CopyWish> & { readonly percent?: string };
type Change = (change: Draft) => void;

const grid = {
  display: 'grid',
  alignItems: 'start',
  gap: 1.5,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' },
} as const;

const [LEAST_PERCENT, MOST_PERCENT] = [-90, 500] as const;

/** `+5`, `−3,5 %` as people write it; undefined for what is no such number. */
function percentOf(typed: string): number | undefined {
  const plain = typed.replace(/[\s%]/g, '').replace('\u2212', '-').replace(',', '.');
  const percent = Number(plain);
  return plain !== '' && percent >= LEAST_PERCENT && percent <= MOST_PERCENT ? percent : undefined;
}

/** What is to be done as the call takes it; undefined while something is missing. */
function wishOf(copies: boolean, draft: Draft): Wish | undefined {
  const { fromStoreId, toStoreId, overwrite, part = 'dailyPrice', roundTo = 10, percent: typed = '', ...where } = draft;
  if (copies)
    return fromStoreId && toStoreId && fromStoreId !== toStoreId
      ? { kind: 'copy', input: { fromStoreId, toStoreId, overwrite: overwrite ?? 0 } }
      : undefined;
  const percent = percentOf(typed);
  if (!percent) return undefined;
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
        ...(!needed(name) && { placeholder: translate('rental.price.change.all') }),
        ...(name === 'toStoreId' &&
          draft.toStoreId !== undefined &&
          draft.toStoreId === draft.fromStoreId && { error: true, helperText: translate('rental.price.sameStore') }),
      }}
      value={draft[name] ?? null}
      onChange={(id) => change({ [name]: id === null ? undefined : Number(id) })}
    />
  );
}
const needed = (name: string): boolean => ['holidayId', 'fromStoreId', 'toStoreId'].includes(name);
const OWN_LABELS = { cityId: true, holidayId: true, fromStoreId: true, toStoreId: true } as const;

function PercentFields({ draft, change }: { draft: Draft; change: Change }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const { model } = useAdminRuntime();
  const relation = useRelation(draft, change);
  const text = (name: string): string => translate(`rental.price.change.${name}`);
  const typed = (draft.percent ?? '').trim();
  // A sign is a beginning.
  const wrong = !['', '+', '-', '\u2212'].includes(typed) && percentOf(typed) === undefined;
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
        placeholder="+5"
        {...(wrong && {
          error: true,
          helperText: translate('rental.price.change.percentRange', { least: LEAST_PERCENT, most: MOST_PERCENT }),
        })}
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
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
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
        sx={{ gridColumn: '1 / -1', m: 0, gap: 1 }}
        label={translate('rental.price.change.overwrite')}
        control={
          <Switch checked={draft.overwrite === 1} onChange={(_event, on) => change({ overwrite: on ? 1 : 0 })} />
        }
      />
    </Box>
  );
}

/** Many prices at once, by percent or as those of another store: what it comes to before it is saved, and the way back behind it. */
export default function PriceChange({ model, action, onEnd }: ActionProps) {
  useTexts('rental.price');
  const translate = useTranslate();
  const labels = useLabels(model.name);
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
    <QuestionDialog title={labels.action(action.name)} busy={busy} width="md" onClose={close}>
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
            {loading ? translate('ra.page.loading') : text(rows.length > 0 ? 'preview' : 'nothing')}
          </Box>
        )}
        {rows.length > 0 && <PriceChangeTable label={text('preview')} rows={rows} />}
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
            {isBack ? text('undo') : rows.length > 0 ? text('save') : translate('ra.action.save')}
          </Button>
        )}
      </DialogActions>
    </QuestionDialog>
  );
}
