import { lazy, Suspense } from 'react';
import { Box, MenuItem, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { PERIODS } from '../../model/index.ts';
import { RelationControl } from '../controls/RelationControl.tsx';
import { humanise } from '../values/format.ts';
import { useLabels } from '../values/labels.ts';
import type { DashboardAnswer } from './types.ts';
import type { Asked } from './dashboardQuery.ts';

const DateControl = lazy(async () => ({ default: (await import('../controls/DateControl.tsx')).DateControl }));
const OWN = 'own';

interface DashboardBarProps {
  readonly answer: DashboardAnswer;
  readonly asked: Asked;
  /** Of the page, when nothing is asked for. */
  readonly usual: string | undefined;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}

/** One of the records that the reader's figures are of; nothing is all of them. */
function ScopeChoice({
  resource,
  value,
  onChange,
}: {
  resource: string;
  value: number | null;
  onChange: (id: string | undefined) => void;
}) {
  useLabels(resource);
  const translate = useTranslate();
  return (
    <RelationControl
      resource={resource}
      value={value}
      onChange={(id) => onChange(id === null ? undefined : String(id))}
      field={{
        size: 'small',
        label: translate(`resources.${resource}.name`, { _: humanise(resource) }),
        placeholder: translate('admin.list.allRows'),
      }}
    />
  );
}

/** Which period is looked at, what it is compared with, and whose figures they are. */
export function DashboardBar({ answer, asked, usual, change }: DashboardBarProps) {
  const translate = useTranslate();
  const { period, scope } = answer;
  const own = asked['dateStart'] !== undefined;
  const parameter = scope && `${scope}Id`;
  const choose = (name: string): void =>
    name === OWN
      ? change({ period: undefined, dateStart: period?.from, dateEnd: period?.to })
      : change({ period: name, dateStart: undefined, dateEnd: undefined });
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        // On a phone below the title and its icons, where there is room for it.
        width: { xs: '100%', sm: 'auto' },
        order: { xs: 1, sm: 0 },
        '@media print': { display: 'none' },
      }}
    >
      {parameter && (
        <Box sx={{ width: { xs: '100%', sm: 220 } }}>
          <Suspense fallback={null}>
            <ScopeChoice
              resource={scope}
              value={asked[parameter] === undefined ? null : Number(asked[parameter])}
              onChange={(id) => change({ [parameter]: id })}
            />
          </Suspense>
        </Box>
      )}
      {period && (
        <>
          <TextField
            select
            size="small"
            label={translate('admin.dashboard.period')}
            value={own ? OWN : (asked['period'] ?? usual ?? '')}
            onChange={(event) => choose(event.target.value)}
            sx={{ minWidth: 160, flex: { xs: '1 1 40%', sm: 'none' } }}
          >
            {[...PERIODS, OWN].map((name) => (
              <MenuItem key={name} value={name}>
                {translate(`admin.dashboard.periods.${name}`)}
              </MenuItem>
            ))}
          </TextField>
          {own && (
            <Suspense fallback={null}>
              <DateControl
                precision="date"
                size="small"
                label={translate('admin.dashboard.from')}
                value={asked['dateStart'] ?? ''}
                onChange={(dateStart) => dateStart && change({ dateStart })}
                sx={{ width: 160 }}
              />
              <DateControl
                precision="date"
                size="small"
                label={translate('admin.dashboard.to')}
                value={asked['dateEnd'] ?? ''}
                onChange={(dateEnd) => dateEnd && change({ dateEnd })}
                sx={{ width: 160 }}
              />
            </Suspense>
          )}
          <TextField
            select
            size="small"
            label={translate('admin.dashboard.compare')}
            value={asked['compare'] ?? ''}
            onChange={(event) => change({ compare: event.target.value === '' ? undefined : event.target.value })}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ minWidth: 160, flex: { xs: '1 1 40%', sm: 'none' } }}
          >
            {['', 'before', 'year'].map((name) => (
              <MenuItem key={name} value={name}>
                {translate(`admin.dashboard.compares.${name || 'nothing'}`)}
              </MenuItem>
            ))}
          </TextField>
        </>
      )}
    </Box>
  );
}
