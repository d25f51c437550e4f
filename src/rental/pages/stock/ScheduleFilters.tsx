import { memo, useRef, useState } from 'react';
import {
  Badge,
  Box,
  Button,
  MenuItem,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import FilterList from '@mui/icons-material/FilterList';
import { useTranslate } from 'react-admin';
import { DateControl, RelationControl, dayText, useCodeLabel } from 'forecourt/admin';
import type { Filters } from './useSchedule.ts';

export const ZOOMS = ['day', 'week', 'month'] as const;
export type Zoom = (typeof ZOOMS)[number];

/** Long enough for a plate, short enough not to be felt. */
const TYPING_PAUSE_MS = 250;

const STATES = ['overdue', 'audited', 'dispatched', 'returned', 'inStorage'] as const;
const CATEGORIES = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** What a phone shows when it is asked for. */
const FOLDED = ['subModelId', 'category', 'state'] as const;

/** Everything that narrows what is shown, the day it begins with included. */
const NOTHING = { plate: '', storeId: '', modelId: '', subModelId: '', category: '', state: '', from: '' } as const;

interface ScheduleFiltersProps {
  readonly filters: Filters;
  /** Something is chosen that `reset` would take back. */
  readonly narrowed: boolean;
  readonly zoom: Zoom;
  readonly from: number;
  readonly choose: (changes: Readonly<Record<string, string>>) => void;
  readonly onToday: () => void;
}

/** What of the fleet is shown, from which day, and how wide a day is. All of it stands in the address. Scrolling draws nothing of it anew. */
export const ScheduleFilters = memo(function ScheduleFilters(props: ScheduleFiltersProps) {
  const { filters, narrowed, zoom, from, choose, onToday } = props;
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const [plate, setPlate] = useState(filters.plate ?? '');
  const pause = useRef(0);
  // On a phone the cars come first: what else narrows them is behind a button.
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [more, setMore] = useState(false);
  const folded = FOLDED.filter((name) => (filters[name] ?? '') !== '').length;
  const type = (value: string) => {
    setPlate(value);
    window.clearTimeout(pause.current);
    pause.current = window.setTimeout(() => choose({ plate: value }), TYPING_PAUSE_MS);
  };
  const reset = () => {
    window.clearTimeout(pause.current);
    setPlate('');
    choose({ ...NOTHING });
  };
  const text = (name: string): string => translate(`rental.stock.page.${name}`);
  const relation = (name: 'storeId' | 'subModelId', resource: string, label: string) => (
    <RelationControl
      resource={resource}
      field={{ label, size: 'small' }}
      value={filters[name] ?? null}
      onChange={(id) => choose({ [name]: id === null ? '' : String(id) })}
    />
  );
  const select = (name: 'category' | 'state', label: string, table: string, values: readonly (string | number)[]) => (
    <TextField
      select
      size="small"
      label={label}
      value={filters[name] ?? ''}
      onChange={(event) => choose({ [name]: String(event.target.value) })}
    >
      <MenuItem value="">{text('all')}</MenuItem>
      {values.map((value) => (
        <MenuItem key={value} value={value}>
          {codeLabel(table, value)}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          flex: '1 1 560px',
          // One line where there is room, and never a date cut short.
          gridTemplateColumns: {
            xs: '1fr 1fr',
            sm: 'repeat(auto-fill, minmax(150px, 1fr))',
            lg: 'repeat(5, minmax(90px, 1fr)) 158px',
          },
        }}
      >
        <TextField
          size="small"
          label={text('plate')}
          value={plate}
          onChange={(event) => type(event.target.value)}
          slotProps={{ htmlInput: { type: 'search' } }}
        />
        {relation('storeId', 'store', text('store'))}
        {(!phone || more) && (
          <>
            {relation('subModelId', 'subModel', text('subModel'))}
            {select('category', text('category'), 'vehicleCategory', CATEGORIES)}
            {select('state', text('state'), 'stockState', STATES)}
            <DateControl
              precision="date"
              size="small"
              label={text('from')}
              value={dayText(from)}
              onChange={(value) => choose({ from: value })}
            />
          </>
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        {phone && (
          <Badge badgeContent={more ? 0 : folded} color="primary">
            <Button
              size="small"
              startIcon={<FilterList />}
              aria-expanded={more}
              onClick={() => setMore(!more)}
              sx={{ height: 36 }}
            >
              {translate('admin.filter.more')}
            </Button>
          </Badge>
        )}
        <Button variant="outlined" size="small" onClick={onToday} sx={{ height: 36 }}>
          {text('today')}
        </Button>
        {narrowed && (
          <Button size="small" onClick={reset} sx={{ height: 36 }}>
            {translate('admin.filter.clear')}
          </Button>
        )}
        <ToggleButtonGroup
          exclusive
          size="small"
          value={zoom}
          aria-label={text('zoom')}
          sx={{ display: { xs: 'none', sm: 'inline-flex' }, height: 36 }}
          onChange={(_event, value: Zoom | null) => value && choose({ zoom: value === 'week' ? '' : value })}
        >
          {ZOOMS.map((each) => (
            <ToggleButton key={each} value={each} sx={{ textTransform: 'none', px: 1.5 }}>
              {text(each)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
    </Box>
  );
});
