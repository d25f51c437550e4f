import { useId, type ReactNode } from 'react';
import { Box, Button, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material';
import { useTranslate, type RaRecord } from 'react-admin';
import { FieldValue, useCodeLabel, useLabels, useResourceModel } from 'forecourt/admin';
import type { MergePreview } from '../../calls/index.ts';
import {
  differsIn,
  keptByDefault,
  MERGED_PARTS,
  PARTS,
  type Kept,
  type MergedPart,
  type MergedValues,
} from '../../rules/index.ts';

interface MergeChoicesProps {
  readonly survivor: RaRecord;
  readonly merged: RaRecord;
  readonly preview: MergePreview;
  readonly keep: Readonly<Partial<Record<MergedPart, Kept>>>;
  readonly onKeep: (part: MergedPart, kept: Kept) => void;
  /** Of types that both have, the document that was chosen. */
  readonly documents: Readonly<Record<number, number>>;
  readonly onDocument: (type: number, id: number) => void;
  readonly onSwap: () => void;
}

const LINE = {
  display: 'grid',
  alignItems: 'start',
  columnGap: 2,
  rowGap: 0.5,
  gridTemplateColumns: { xs: '1fr', sm: '120px 1fr 1fr' },
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
} as const;

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly said: ReactNode }[];
  readonly onChange: (value: string) => void;
}

/** One thing that differs: the survivor's beside the other's, and a third choice below where there is one. */
function Line({ label, value, choices, onChange }: LineProps) {
  const id = useId();
  return (
    <Box sx={LINE}>
      <Typography id={id} sx={{ fontSize: 13, pt: { sm: 1 } }} color="text.secondary">
        {label}
      </Typography>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onChange={(_event, chosen) => onChange(chosen)}
        sx={{
          gridColumn: { sm: '2 / 4' },
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          columnGap: 2,
        }}
      >
        {choices.map((one) => (
          <FormControlLabel
            key={one.value}
            value={one.value}
            control={<Radio size="small" />}
            label={<Box sx={{ overflowWrap: 'anywhere' }}>{one.said}</Box>}
            sx={{ alignItems: 'center', minWidth: 0, mr: 0 }}
          />
        ))}
      </RadioGroup>
    </Box>
  );
}

/** The two side by side: who stays, and of each thing that differs which one stays. */
export function MergeChoices(props: MergeChoicesProps) {
  const { survivor, merged, preview, keep, onKeep, documents, onDocument, onSwap } = props;
  const model = useResourceModel('member');
  const labels = useLabels('member');
  const codeLabel = useCodeLabel();
  const translate = useTranslate();
  const text = (key: string, params = {}): string => translate(`resources.member.texts.${key}`, params);
  const [own, other] = [survivor as MergedValues, merged as MergedValues];
  const parts = PARTS.filter((part) => differsIn(part, own, other));
  const said = (part: MergedPart, record: RaRecord): ReactNode => {
    const fields = MERGED_PARTS[part].filter((name) => record[name] !== '' && record[name] !== null);
    if (fields.length < MERGED_PARTS[part].length) return '—';
    return (
      <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 0.75 }}>
        {fields.map((name) => (
          <FieldValue key={name} model={model} name={name} record={record} />
        ))}
      </Box>
    );
  };
  const document = ({ status, expiryDate, uploadTime }: MergePreview['documents'][number]['survivor']): string =>
    [codeLabel('documentStatus', status), expiryDate && text('until', { date: expiryDate }), uploadTime.slice(0, 10)]
      .filter(Boolean)
      .join(' · ');
  const head = (record: RaRecord, key: string) => (
    <Box sx={{ minWidth: 0 }}>
      <Typography sx={{ fontSize: 12 }} color="text.secondary">
        {text(key)}
      </Typography>
      <Typography
        sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
      >{`${String(record['name'])} · #${record.id}`}</Typography>
    </Box>
  );
  return (
    <Box component="section" aria-label={text('whatStays')}>
      <Box sx={{ ...LINE, borderTop: 0, gridTemplateColumns: { xs: '1fr 1fr', sm: '120px 1fr 1fr' } }}>
        <Button
          size="small"
          variant="outlined"
          onClick={onSwap}
          sx={{ justifySelf: 'start', gridColumn: { xs: '1 / 3', sm: 'auto' } }}
        >
          {text('swap')}
        </Button>
        {head(survivor, 'stays')}
        {head(merged, 'goes')}
      </Box>
      {parts.map((part) => (
        <Line
          key={part}
          label={part === 'identity' ? labels.group('identity') : labels.field(part)}
          value={keep[part] ?? keptByDefault(part, own, other)}
          choices={[
            { value: 'survivor', said: said(part, survivor) },
            { value: 'merged', said: said(part, merged) },
            ...(part === 'remark' && survivor['remark'] && merged['remark']
              ? [{ value: 'both', said: text('both') }]
              : []),
          ]}
          onChange={(kept) => onKeep(part, kept as Kept)}
        />
      ))}
      {preview.documents.map((one) => (
        <Line
          key={one.type}
          label={codeLabel('documentType', one.type)}
          value={String(documents[one.type] ?? one.keep)}
          choices={[one.survivor, one.merged].map((each) => ({ value: String(each.id), said: document(each) }))}
          onChange={(id) => onDocument(one.type, Number(id))}
        />
      ))}
      {parts.length + preview.documents.length === 0 && (
        <Typography sx={{ ...LINE, display: 'block' }} color="text.secondary">
          {text('nothingDiffers')}
        </Typography>
      )}
    </Box>
  );
}
