import { Box, Button, Chip } from '@mui/material';
import { useTranslate, type Identifier } from 'react-admin';
import { NONE, type Resource } from '../../model/index.ts';
import { useChoice } from '../values/useOptions.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import { useCodeLabel, useLabels } from '../values/labels.ts';
import type { FilterEntry } from './filterModel.ts';

interface FilterChipsProps {
  readonly model: Resource;
  readonly entries: readonly FilterEntry[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly onChange: (changes: Readonly<Record<string, unknown>>) => void;
  readonly onClear: () => void;
}

/** The title of a chosen relation. */
function RefTitle({ resource, id }: { resource: string; id: Identifier }) {
  return <>{useChoice(resource, id)?.label ?? `#${id}`}</>;
}

const TIMES = /^(\d{4}-\d\d-\d\d[^,]*),(\d{4}-\d\d-\d\d[^,]*)$/;

/** Two ends in one value, as a figure leads to the rows of its time; a single day is said once. */
function timesText(value: string): string {
  const [, from, to] = TIMES.exec(value) ?? [];
  if (from === undefined || to === undefined) return value;
  return from === to ? from : `${from} – ${to}`;
}

/** What narrows the list right now, each removable, and all at once. */
export function FilterChips({ model, entries, values, onChange, onClear }: FilterChipsProps) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const active = entries.filter((entry) => entry.wire.some((name) => values[name] !== undefined));
  if (active.length === 0) return null;

  const textOf = (entry: FilterEntry) => {
    const value = values[entry.name];
    if (entry.wire.length === 2)
      return `${String(values[entry.wire[0]!] ?? '…')} – ${String(values[entry.wire[1]!] ?? '…')}`;
    if (entry.codes)
      return String(value)
        .split(',')
        .map((code) => codeLabel(entry.codes!, code))
        .join(', ');
    if (entry.ref && value === NONE) return translate('admin.filter.none');
    if (entry.ref) return <RefTitle resource={entry.ref} id={value as Identifier} />;
    if (entry.input === 'yesNo') return translate(`ra.boolean.${String(value)}`);
    if (model.components[entry.name]?.field)
      return <FieldValue model={model} name={entry.name} record={{ ...values, [entry.name]: value }} tight />;
    return timesText(String(value));
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}>
      {active.map((entry) => (
        <Chip
          key={entry.name}
          size="small"
          label={
            <>
              {entry.input === 'keyword' ? translate('admin.filter.searchLabel') : labels.filter(entry.name)}:{' '}
              {textOf(entry)}
            </>
          }
          onDelete={() => onChange(Object.fromEntries(entry.wire.map((name) => [name, undefined])))}
        />
      ))}
      <Button size="small" onClick={onClear}>
        {translate('admin.filter.clear')}
      </Button>
    </Box>
  );
}
