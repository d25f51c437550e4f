import { useState } from 'react';
import { Box, MenuItem, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { FilterInput, type FilterInputProps } from './FilterInput.tsx';
import type { FilterEntry } from './filterModel.ts';
import { filterWidth, WIDE } from './filterWidths.ts';

interface RangeChoiceProps extends Pick<FilterInputProps, 'values' | 'onChange'> {
  /** The range that stands here, and those that can be chosen in its place. */
  readonly entries: readonly [FilterEntry, ...FilterEntry[]];
  readonly labelOf: (name: string) => string;
}

/** One pair of ends for several ranges: what they are the ends of is chosen before them, and keeps them when it changes. */
export default function RangeChoice({ entries, labelOf, values, onChange }: RangeChoiceProps) {
  const translate = useTranslate();
  const [chosen, setChosen] = useState(entries[0].name);
  const isGiven = (entry: FilterEntry): boolean => entry.wire.some((name) => values[name] !== undefined);
  const called = (name: string): FilterEntry => entries.find((entry) => entry.name === name) ?? entries[0];
  // An address or a saved filter may name another one than was chosen here last.
  const entry = entries.find(isGiven) ?? called(chosen);
  const choose = (name: string): void => {
    const next = called(name);
    setChosen(name);
    if (!isGiven(entry)) return;
    const none = Object.fromEntries(entry.wire.map((end) => [end, undefined]));
    onChange({ ...none, ...Object.fromEntries(next.wire.map((end, at) => [end, values[entry.wire[at]!]])) });
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, width: { xs: '100%', sm: 'auto' } }}>
      <TextField
        select
        size="small"
        label={translate('admin.filter.by')}
        sx={filterWidth(WIDE.text)}
        value={entry.name}
        onChange={(event) => choose(event.target.value)}
      >
        {entries.map(({ name }) => (
          <MenuItem key={name} value={name} dense>
            {labelOf(name)}
          </MenuItem>
        ))}
      </TextField>
      <FilterInput key={entry.name} entry={entry} label={labelOf(entry.name)} values={values} onChange={onChange} />
    </Box>
  );
}
