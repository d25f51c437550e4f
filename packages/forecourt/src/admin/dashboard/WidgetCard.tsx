import type { WidgetAnswer } from '../../model/index.ts';
import { lazy, Suspense, useState } from 'react';
import { Box, IconButton, Paper, Skeleton, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import BarChart from '@mui/icons-material/BarChart';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';
import { useTranslate } from 'react-admin';
import { useDownload } from '../list/useDownload.ts';
import { useCanDo } from '../runtime/runtime.tsx';
import { Notes } from './Notes.tsx';
import { WidgetTable } from './WidgetTable.tsx';
import { useWidgetTexts } from './widgetText.ts';

// The library that draws is as large as a page: only a page with a chart loads it.
const WidgetChart = lazy(() => import('./WidgetChart.tsx'));

interface WidgetCardProps {
  readonly dashboard: string;
  /** Address of the page, below which its files are. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly widget: WidgetAnswer;
}

/** The widget as a spreadsheet, for whoever may export the lists that it leads to. */
function WidgetExport({ path, query, widget }: WidgetCardProps) {
  const translate = useTranslate();
  const canDo = useCanDo();
  const { busy, download } = useDownload();
  const resources = widget.figures.flatMap(({ list }) => list?.resource ?? []);
  if (!resources.every((resource) => canDo(resource, 'export'))) return null;
  const label = translate('ra.action.export');
  return (
    <IconButton
      size="small"
      title={label}
      aria-label={label}
      disabled={busy}
      onClick={() => void download(`${path}/export`, { ...query, widget: widget.key })}
      sx={{ width: 32, height: 32, '@media print': { display: 'none' } }}
    >
      <FileDownloadOutlined fontSize="small" />
    </IconButton>
  );
}

/** A card so wide has room for a table beside its chart; in a narrower one it stands below. */
const BESIDE = '@container (min-width: 520px)';

type View = 'chart' | 'table';

/** Figures put together: a chart and a table that says the same, of which either is shown; a share shows both, what has no chart the table. */
export function WidgetCard(props: WidgetCardProps) {
  const { dashboard, widget } = props;
  const translate = useTranslate();
  const { text } = useWidgetTexts(dashboard);
  const [view, setView] = useState<View>('chart');
  const title = text('widgets', widget.key);
  const isEmpty = widget.groups.every(({ values }) => values.every((value) => !value));
  const chosen = widget.kind === 'bars' || widget.kind === 'line';
  const both = widget.kind === 'share';
  const charted = both || (chosen && view === 'chart');
  const tabled = !chosen || view === 'table';
  return (
    <Paper
      component="article"
      variant="outlined"
      aria-label={title}
      data-widget={widget.key}
      data-wide={widget.wide || undefined}
      sx={{
        p: 2,
        borderRadius: 2,
        minWidth: 0,
        breakInside: 'avoid',
        gridColumn: widget.wide ? { md: 'span 2' } : undefined,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1, minHeight: 32 }}>
        <Typography component="h3" sx={{ flex: '1 1 auto', fontSize: 14, fontWeight: 600, minWidth: 0 }}>
          {title}
        </Typography>
        {chosen && !isEmpty && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={view}
            onChange={(_event, next: View | null) => next && setView(next)}
            aria-label={`${title}: ${translate('admin.dashboard.view')}`}
            sx={{ '& .MuiToggleButton-root': { width: 32, height: 28, p: 0 }, '@media print': { display: 'none' } }}
          >
            <ToggleButton
              value="chart"
              aria-label={translate('admin.dashboard.chart')}
              title={translate('admin.dashboard.chart')}
            >
              <BarChart fontSize="small" />
            </ToggleButton>
            <ToggleButton
              value="table"
              aria-label={translate('admin.dashboard.table')}
              title={translate('admin.dashboard.table')}
            >
              <TableRows fontSize="small" />
            </ToggleButton>
          </ToggleButtonGroup>
        )}
        {!isEmpty && <WidgetExport {...props} />}
      </Box>
      {isEmpty ? (
        <Typography sx={{ fontSize: 13, color: 'text.secondary', py: 3, textAlign: 'center' }}>
          {translate('admin.dashboard.none')}
        </Typography>
      ) : (
        <Box sx={{ containerType: 'inline-size' }}>
          <Box
            sx={{
              display: 'grid',
              gap: 1,
              alignItems: 'center',
              gridTemplateColumns: 'minmax(0, 1fr)',
              ...(both && { [BESIDE]: { gridTemplateColumns: '180px minmax(0, 1fr)' } }),
            }}
          >
            {charted && (
              <Suspense fallback={<Skeleton variant="rounded" height={both ? 200 : 240} />}>
                <WidgetChart dashboard={dashboard} widget={widget} />
              </Suspense>
            )}
            {tabled && <WidgetTable dashboard={dashboard} widget={widget} />}
          </Box>
        </Box>
      )}
      <Notes dashboard={dashboard} widget={widget} />
    </Paper>
  );
}
