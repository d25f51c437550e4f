import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { Box, FormHelperText, ListItemText, MenuItem, Stack, TextField } from '@mui/material';
import CheckBox from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank';
import { useTranslate, type Identifier } from 'react-admin';
import { NONE } from '../../model/index.ts';
import { SEARCHED_CHOICES } from '../controls/searchedChoices.ts';
import { RelationControl } from '../controls/RelationControl.tsx';
import { useFitting } from '../controls/useFitting.ts';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { useCodeLabel } from '../values/labels.ts';
import type { FilterEntry } from './filterModel.ts';
import { endWidth, filterWidth, WIDE } from './filterWidths.ts';

// Ranges are mostly behind "More", long code tables are few: they come when they are shown.
const CodesSearch = lazy(async () => ({ default: (await import('../controls/CodeSearch.tsx')).CodesSearch }));
const DateControl = lazy(async () => ({ default: (await import('../controls/DateControl.tsx')).DateControl }));

export interface FilterInputProps {
  readonly entry: FilterEntry;
  readonly label: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly onChange: (changes: Readonly<Record<string, unknown>>) => void;
}

/** A day with its button: in the larger letters of a phone two have no room beside each other. */
const dayWidth = { flex: { xs: '1 1 184px', sm: 'none' }, width: { sm: WIDE.dateRange } };

/** The picture of a box: the choice itself says whether it is chosen, and a control inside it would be a second one. */
function Tick({ chosen }: { chosen: boolean }) {
  const Icon = chosen ? CheckBox : CheckBoxOutlineBlank;
  return <Icon fontSize="small" color={chosen ? 'primary' : 'action'} sx={{ mr: 1 }} />;
}

/** Text that is sent when typing pauses or Enter is pressed, and follows the list when it is cleared elsewhere. */
function TypedInput({
  label,
  value,
  onChange,
  numeric = false,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  numeric?: boolean;
}) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), 350);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <TextField
      size="small"
      label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onChange(text.trim())}
      slotProps={{ htmlInput: { inputMode: numeric ? 'decimal' : 'text' } }}
      sx={numeric ? endWidth(WIDE.numberRange) : filterWidth(WIDE.text)}
    />
  );
}

function CodesInput({ entry, label, values, onChange }: FilterInputProps) {
  const { model } = useAdminRuntime();
  const codeLabel = useCodeLabel();
  const table = entry.codes!;
  const codes = (model.codes[table] ?? []).filter(({ code }) => !entry.without?.includes(code));
  // After a reload the address holds them as they are; a link may hold one value or a comma-separated text.
  const value = values[entry.name];
  const chosen = (Array.isArray(value) ? value.map(String) : String(value ?? '').split(',')).filter(Boolean);
  if (codes.length > SEARCHED_CHOICES)
    return (
      <Box sx={filterWidth(WIDE.searchedCodes)}>
        <Suspense fallback={<TextField size="small" disabled fullWidth label={label} />}>
          <CodesSearch
            choices={codes.map(({ code }) => ({ code, text: String(code), label: codeLabel(table, code) }))}
            values={chosen}
            onChange={(list) => onChange({ [entry.name]: list.map(String) })}
            field={{ label }}
          />
        </Suspense>
      </Box>
    );
  return (
    <TextField
      select
      size="small"
      label={label}
      sx={filterWidth(WIDE.codes)}
      value={chosen}
      onChange={(event) => onChange({ [entry.name]: event.target.value })}
      slotProps={{
        select: {
          multiple: true,
          renderValue: (list) => (list as string[]).map((code) => codeLabel(table, code)).join(', '),
        },
      }}
    >
      {codes.map(({ code }) => (
        <MenuItem key={code} value={String(code)} dense>
          <Tick chosen={chosen.includes(String(code))} />
          <ListItemText primary={codeLabel(table, code)} />
        </MenuItem>
      ))}
    </TextField>
  );
}

function YesNoInput({ entry, label, values, onChange }: FilterInputProps) {
  const translate = useTranslate();
  const value = values[entry.name];
  return (
    <TextField
      select
      size="small"
      label={label}
      sx={filterWidth(WIDE.yesNo)}
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange({ [entry.name]: event.target.value })}
    >
      <MenuItem value="">{translate('admin.filter.any')}</MenuItem>
      <MenuItem value="true">{translate('ra.boolean.true')}</MenuItem>
      <MenuItem value="false">{translate('ra.boolean.false')}</MenuItem>
    </TextField>
  );
}

type Texts = Readonly<Record<string, string>>;

/** Both ends of a range as they are typed: one that needs both is sent when it has both, or neither. */
function useRange({ entry, values, onChange }: FilterInputProps) {
  const sent: Texts = Object.fromEntries(entry.wire.map((name) => [name, String(values[name] ?? '')]));
  const [draft, setDraft] = useState<Texts>();
  const [seen, setSeen] = useState(JSON.stringify(sent));
  if (seen !== JSON.stringify(sent)) {
    setSeen(JSON.stringify(sent));
    setDraft(undefined);
  }
  const texts = draft ?? sent;
  const isHalf = (ends: Texts): boolean => {
    const given = Object.values(ends).filter((text) => text !== '').length;
    return entry.bothEnds === true && given > 0 && given < entry.wire.length;
  };
  const change = (name: string, value: string): void => {
    const next = { ...texts, [name]: value };
    // Until the list has them: an end that is sent again meanwhile has the other one beside it.
    setDraft(next);
    if (!isHalf(next)) onChange(entry.bothEnds ? next : { [name]: value });
  };
  return { texts, change, half: isHalf(texts) };
}

function RangeInput(props: FilterInputProps) {
  const { entry, label } = props;
  const translate = useTranslate();
  const { texts, change, half } = useRange(props);
  const hint = useId();
  const [start = '', end = ''] = entry.wire;
  const from = translate('admin.filter.from', { name: label });
  const to = translate('admin.filter.to');
  return (
    <Box
      role="group"
      aria-label={label}
      aria-describedby={half ? hint : undefined}
      sx={{ width: { xs: '100%', sm: 'auto' } }}
    >
      <Stack direction="row" spacing={0.5} useFlexGap sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
        {[
          [start, from],
          [end, to],
        ].map(([name = '', caption = '']) =>
          entry.input === 'dateRange' ? (
            <Suspense key={name} fallback={<TextField size="small" disabled label={caption} sx={dayWidth} />}>
              <DateControl
                precision="date"
                size="small"
                label={caption}
                sx={dayWidth}
                value={texts[name] ?? ''}
                onChange={(value) => change(name, value)}
              />
            </Suspense>
          ) : (
            <TypedInput
              key={name}
              label={caption}
              numeric
              value={texts[name] ?? ''}
              onChange={(value) => change(name, value)}
            />
          ),
        )}
      </Stack>
      {half && (
        <FormHelperText id={hint} error role="alert">
          {translate('msg.rangeRequired')}
        </FormHelperText>
      )}
    </Box>
  );
}

function RefInput({ entry, label, values, onChange }: FilterInputProps) {
  const fitting = useFitting({ resource: entry.ref!, where: entry.field?.ref?.where });
  const chosen = values[entry.name] as Identifier | undefined;
  return (
    <Box sx={filterWidth(WIDE.ref)}>
      <RelationControl
        resource={entry.ref!}
        where={fitting}
        value={chosen === NONE ? undefined : chosen}
        onChange={(id) => onChange({ [entry.name]: id })}
        field={{ label }}
      />
    </Box>
  );
}

/** One filter of the bar, chosen by the kind of value it filters. */
export function FilterInput(props: FilterInputProps) {
  const { entry, label, values, onChange } = props;
  switch (entry.input) {
    case 'codes':
      return <CodesInput {...props} />;
    case 'yesNo':
      return <YesNoInput {...props} />;
    case 'dateRange':
    case 'numberRange':
      return <RangeInput {...props} />;
    case 'ref':
      return <RefInput {...props} />;
    default:
      return (
        <TypedInput
          label={label}
          numeric={entry.input === 'year'}
          value={String(values[entry.name] ?? '')}
          onChange={(value) => onChange({ [entry.name]: value })}
        />
      );
  }
}
