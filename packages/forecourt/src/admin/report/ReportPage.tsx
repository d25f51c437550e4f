import { useMemo } from 'react';
import { Box, Link as MuiLink, Skeleton, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link, useCreatePath, useDataProvider, useTranslate } from 'react-admin';
import { NONE, type Resource } from '../../model/index.ts';
import { Filters } from '../list/FilterBar.tsx';
import { routeTitle } from '../model/documentedUrls.ts';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { RefreshButton } from '../page/RefreshButton.tsx';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { useCanDo, useResourceModel } from '../runtime/runtime.tsx';
import { FigureTable, type FigureColumn } from '../values/FigureTable.tsx';
import { formatNumber, humanise } from '../values/format.ts';
import { useLabels } from '../values/labels.ts';
import { ReportExport } from './ReportExport.tsx';
import { useReportAddress } from './useReportAddress.ts';

type Report = NonNullable<Resource['report']>;
type Values = Readonly<Record<string, unknown>>;

interface Row {
  readonly key: number | null;
  readonly name: string;
  readonly [count: string]: string | number | null;
}

/** A resource as the report's filters see it. */
const withFilters = (model: Resource, { filters }: Report): Resource => ({
  ...model,
  list: { ...model.list, filters },
});

/** Large enough for a finger, also where it is one digit. */
const TARGET = { display: 'inline-block', minWidth: 24, lineHeight: '24px', textAlign: 'right' } as const;

/** The rows that a figure counts; a zero leads nowhere. */
function Figure({ resource, value, filter }: { resource: string; value: number; filter: Values }) {
  const createPath = useCreatePath();
  if (value === 0)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        0
      </Box>
    );
  const search = new URLSearchParams({ filter: JSON.stringify(filter) });
  return (
    <MuiLink component={Link} sx={TARGET} to={`${createPath({ resource, type: 'list' })}?${search}`}>
      {formatNumber(value)}
    </MuiLink>
  );
}

/**
 * Rows of a resource put together and counted as its report says. Every figure, sums included, leads to exactly the rows of the list that it
 * counts.
 */
export default function ReportPage({ resource }: { resource: string }) {
  const model = useResourceModel(resource);
  return model.report ? <ReportBody model={model} report={model.report} /> : null;
}

function ReportBody({ model, report }: { model: Resource; report: Report }) {
  const translate = useTranslate();
  useLabels(model.name);
  const canDo = useCanDo();
  const provider = useDataProvider<AdminDataProvider>();
  const offered = useMemo(() => withFilters(model, report), [model, report]);
  const { group, values, groupBy, change, clear } = useReportAddress({ report }, offered);
  const query = { groupBy: group.key, ...values };
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [model.name, 'report', query],
    queryFn: async ({ signal }) => (await provider.call<readonly Row[]>('GET', report.path, query, { signal })).data,
    retry: false,
    placeholderData: (previous) => previous,
  });
  const text = (key: string): string =>
    translate(`resources.${model.name}.report.${key}`, { _: humanise(key.split('.').at(-1)!) });
  const title = translate(routeTitle(report.path), { _: humanise(report.path) });
  const names = ['total', ...Object.keys(report.counts)];
  // The values of a count are said last: they are what the figure counts, whatever else is asked for.
  const figure = (name: string, value: number, common: Values) => (
    <Figure resource={model.name} value={value} filter={{ ...values, ...common, ...report.counts[name] }} />
  );
  const columns: readonly FigureColumn<Row>[] = [
    {
      key: 'name',
      label: text(`groups.${group.key}`),
      cell: (row) => (row.key === null ? translate('admin.report.without') : row.name),
    },
    ...names.map((name): FigureColumn<Row> => ({
      key: name,
      label: name === 'total' ? translate('admin.report.total') : text(`counts.${name}`),
      align: 'right',
      cell: (row) => figure(name, Number(row[name]), { [group.by]: row.key ?? NONE }),
    })),
  ];
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 36 }}>
        <Typography component="h1" variant="h6" sx={{ flex: '1 1 auto', fontSize: 20, fontWeight: 600 }}>
          {title}
        </Typography>
        <RefreshButton />
        {canDo(model.name, 'export') && <ReportExport path={report.path} query={query} />}
      </Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={group.key}
        onChange={(_event, key: string | null) => key && groupBy(key)}
        aria-label={translate('admin.report.groupBy')}
        sx={{ justifySelf: 'start', flexWrap: 'wrap' }}
      >
        {report.groups.map(({ key }) => (
          <ToggleButton key={key} value={key}>
            {text(`groups.${key}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Filters model={offered} values={values} change={change} clear={clear} />
      {error && <LoadProblem error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <Skeleton variant="rounded" height={240} />}
      {data?.length === 0 && <Typography color="text.secondary">{translate('admin.list.none')}</Typography>}
      {data && data.length > 0 && (
        <Box
          sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper', p: { xs: 2, sm: 1 } }}
        >
          <FigureTable
            label={title}
            columns={columns}
            rows={data}
            keyOf={({ key }) => key ?? NONE}
            foot={[
              translate('admin.report.sum'),
              ...names.map((name) =>
                figure(
                  name,
                  data.reduce((sum, row) => sum + Number(row[name]), 0),
                  {},
                ),
              ),
            ]}
          />
        </Box>
      )}
    </Box>
  );
}
