import { useState } from 'react';
import { Badge, Box, Button, MenuItem, TextField, useMediaQuery, type Theme } from '@mui/material';
import FilterList from '@mui/icons-material/FilterList';
import { useTranslate } from 'react-admin';
import { RelationControl, useLabels } from 'forecourt/admin';
import { hourOf, type Task, type TaskFilters } from './useTasks.ts';

interface TaskFilterBarProps {
  readonly filters: TaskFilters;
  /** Those that hours and staff are chosen from. */
  readonly tasks: readonly Task[];
  readonly choose: (changes: Readonly<Record<string, string>>) => void;
}

interface Entry {
  readonly value: string;
  readonly label: string;
}

const NOTHING = { kind: '', storeId: '', hour: '', staffId: '' } as const;
const NOBODY = 0;

/** Every hour in which something is due, as `09:00–10:00`. */
const hoursOf = (tasks: readonly Task[]): readonly Entry[] =>
  [...new Set(tasks.map(hourOf))].sort().map((hour) => ({
    value: hour,
    label: `${hour}:00–${String(Number(hour) + 1).padStart(2, '0')}:00`,
  }));

/** Everybody who has a task, by name. */
const staffOf = (tasks: readonly Task[]): readonly Entry[] =>
  [...new Map(tasks.flatMap(({ staff }) => (staff ? [[staff.id, staff.name] as const] : [])))]
    .map(([id, name]) => ({ value: String(id), label: name }))
    .sort((a, b) => a.label.localeCompare(b.label));

/** Narrows the tasks by end, store, hour and staff. What is chosen stands in the address. */
export function TaskFilterBar({ filters, tasks, choose }: TaskFilterBarProps) {
  const translate = useTranslate();
  const labels = useLabels('order');
  const all = translate('rental.tasks.all');
  // On a phone the tasks come first.
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [more, setMore] = useState(false);
  const folded = [filters.hour, filters.staffId].filter((value) => value !== undefined).length;
  const select = (name: 'kind' | 'hour' | 'staffId', label: string, entries: readonly Entry[]) => {
    const value = String(filters[name] ?? '');
    // What is chosen stays a choice while nothing of it is due.
    const known = value === '' || entries.some((entry) => entry.value === value);
    return (
      <TextField
        select
        size="small"
        label={label}
        value={value}
        onChange={(event) => choose({ [name]: event.target.value })}
      >
        <MenuItem value="">{all}</MenuItem>
        {!known && <MenuItem value={value}>{value}</MenuItem>}
        {entries.map((entry) => (
          <MenuItem key={entry.value} value={entry.value}>
            {entry.label}
          </MenuItem>
        ))}
      </TextField>
    );
  };
  return (
    <Box
      role="search"
      sx={{
        display: 'grid',
        gap: 1,
        alignItems: 'end',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) minmax(0, 1fr) max-content',
          sm: 'repeat(4, minmax(0, 190px)) max-content',
        },
      }}
    >
      <RelationControl
        resource="store"
        field={{ label: translate('rental.tasks.store'), size: 'small' }}
        value={filters.storeId ?? null}
        onChange={(id) => choose({ storeId: id === null ? '' : String(id) })}
      />
      {select('kind', translate('rental.tasks.kind'), [
        { value: 'pickup', label: labels.action('pickup') },
        { value: 'return', label: labels.action('return') },
      ])}
      {phone && (
        <Badge badgeContent={more ? 0 : folded} color="primary">
          <Button size="small" startIcon={<FilterList />} aria-expanded={more} onClick={() => setMore(!more)}>
            {translate('admin.filter.more')}
          </Button>
        </Badge>
      )}
      {(!phone || more) && (
        <>
          {select('hour', translate('rental.tasks.hour'), hoursOf(tasks))}
          {select('staffId', translate('rental.tasks.staff'), [
            { value: String(NOBODY), label: translate('rental.tasks.nobody') },
            ...staffOf(tasks),
          ])}
        </>
      )}
      {Object.keys(filters).length > 0 && (
        <Button size="small" onClick={() => choose(NOTHING)} sx={{ height: 36, justifySelf: 'start' }}>
          {translate('admin.filter.clear')}
        </Button>
      )}
    </Box>
  );
}
