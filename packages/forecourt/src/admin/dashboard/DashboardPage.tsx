import { Suspense } from 'react';
import { Box, Button, IconButton, Skeleton, Typography } from '@mui/material';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, useDataProvider, useTranslate } from 'react-admin';
import { routeTitle } from '../model/documentedUrls.ts';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { RefreshButton } from '../page/RefreshButton.tsx';
import { useSecondFrame } from '../page/useSecondFrame.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { humanise } from '../values/format.ts';
import { useTexts } from '../values/labels.ts';
import { FaultBoundary } from '../values/FaultBoundary.tsx';
import { registeredComponent } from '../values/registry.ts';
import { DashboardBar } from './DashboardBar.tsx';
import { DASHBOARD_TEXTS, dashboardQuery, type Asked } from './dashboardQuery.ts';
import { evenGrid } from './evenGrid.ts';
import { NumberCard } from './NumberCard.tsx';
import type { DashboardAnswer, SectionAnswer } from './types.ts';
import { useDashboardAddress } from './useDashboardAddress.ts';
import { WidgetCard } from './WidgetCard.tsx';
import { useWidgetTexts } from './widgetText.ts';

export interface DashboardPageProps {
  readonly path: string;
  /** Period of the page when its address says none. */
  readonly period?: string;
  /** In the place of the page's title. */
  readonly greeting?: string;
  /** Pages that the reader may open, by their addresses. */
  readonly titleOf: (path: string) => string | undefined;
}

const SECOND = 1_000;

/** A section is as wide as the menu beside it leaves room. */
const BY_WIDTH = { containerType: 'inline-size' } as const;
const CARDS = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(3, minmax(0, 1fr))' },
} as const;

/** Ways to the pages that somebody needs all day. */
function Links({ links, titleOf }: { links: readonly string[]; titleOf: DashboardPageProps['titleOf'] }) {
  const known = links.flatMap((path) => {
    const title = titleOf(path);
    return title === undefined ? [] : [{ path, title }];
  });
  if (known.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '@media print': { display: 'none' } }}>
      {known.map(({ path, title }) => (
        <Button
          key={path}
          component={LinkBase}
          to={path}
          variant="outlined"
          size="small"
          sx={{ borderColor: 'divider' }}
        >
          {title}
        </Button>
      ))}
    </Box>
  );
}

function Section({
  section,
  dashboard,
  titleOf,
  ...rest
}: Pick<DashboardPageProps, 'path' | 'titleOf'> & { section: SectionAnswer; dashboard: string; query: Asked }) {
  const { text } = useWidgetTexts(dashboard);
  if (section.links) return <Links links={section.links} titleOf={titleOf} />;
  const Component = registeredComponent<object>(section.component);
  if (Component)
    return (
      <Suspense fallback={null}>
        <Component />
      </Suspense>
    );
  const numbers = section.widgets.filter(({ kind }) => kind === 'number');
  const cards = section.widgets.filter(({ kind }) => kind !== 'number');
  const title = text('sections', section.key);
  return (
    <Box component="section" aria-label={title}>
      <Typography component="h2" sx={{ fontSize: 15, fontWeight: 600, mb: 1 }}>
        {title}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {numbers.length > 0 && (
          <Box sx={BY_WIDTH}>
            <Box sx={evenGrid(numbers.length)}>
              {numbers.map((widget) => (
                <FaultBoundary key={widget.key} name={text('widgets', widget.key)} of={widget}>
                  <NumberCard dashboard={dashboard} widget={widget} />
                </FaultBoundary>
              ))}
            </Box>
          </Box>
        )}
        {cards.length > 0 && (
          <Box sx={CARDS}>
            {cards.map((widget) => (
              <FaultBoundary key={widget.key} name={text('widgets', widget.key)} of={widget}>
                <WidgetCard dashboard={dashboard} widget={widget} {...rest} />
              </FaultBoundary>
            ))}
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** As high as the sections below the first one are at least: the bar that scrolls the page is there from the start. */
const TALL = { minHeight: '100vh', alignContent: 'start' } as const;

/** The shape of what is on its way. */
const Below = () => (
  <Box aria-hidden sx={{ ...CARDS, ...TALL }}>
    {[0, 1, 2, 3].map((at) => (
      <Skeleton key={at} variant="rounded" height={280} />
    ))}
  </Box>
);

/** The first section is seen before the others, which stand below it: a frame, since charts and tables take longer than all that is above them, or until those have come. */
function Sections({
  answer,
  waiting,
  ...rest
}: Pick<DashboardPageProps, 'path' | 'titleOf'> & { answer: DashboardAnswer; waiting: boolean; query: Asked }) {
  const { key: dashboard, sections } = answer;
  const all = useSecondFrame() || sections.length === 1;
  return (
    <>
      {(all ? sections : sections.slice(0, 1)).map((section) => (
        <Section key={section.key} section={section} dashboard={dashboard} {...rest} />
      ))}
      {waiting ? <Below /> : !all && <Box sx={TALL} />}
    </>
  );
}

/** The shape of the page while nothing is known of it. */
const Loading = () => (
  <Box aria-hidden sx={BY_WIDTH}>
    <Box sx={evenGrid(8)}>
      {Array.from({ length: 8 }, (_, at) => (
        <Skeleton key={at} variant="rounded" height={92} />
      ))}
    </Box>
  </Box>
);

/**
 * A declared page of figures, as the server says what its reader may see of it. It is asked for again by itself while it is looked at, and keeps what it
 * shows meanwhile.
 */
export default function DashboardPage({ path, period, greeting, titleOf }: DashboardPageProps) {
  DASHBOARD_TEXTS.forEach(useTexts);
  const translate = useTranslate();
  const provider = useDataProvider<AdminDataProvider>();
  const { asked, change } = useDashboardAddress();
  const { data, error, refetch, isFetching } = useQuery({
    ...dashboardQuery(provider, path, asked),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (state.data ? state.data.refreshSeconds * SECOND : false),
  });
  const title = translate(routeTitle(path), { _: humanise(path) });
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 1680 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 36 }}>
        <Box sx={{ flex: '1 1 auto', minWidth: 0 }}>
          <Typography component="h1" sx={{ fontSize: 20, fontWeight: 600 }}>
            {greeting ?? title}
          </Typography>
          {data?.period && (
            <Typography sx={{ fontSize: 13, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {data.period.from} – {data.period.to}
              {data.compared &&
                ` · ${translate('admin.dashboard.with', { from: data.compared.from, to: data.compared.to })}`}
            </Typography>
          )}
        </Box>
        {data && <DashboardBar answer={data} asked={asked} usual={period} change={change} />}
        <Box sx={{ display: 'flex', alignItems: 'center', '@media print': { display: 'none' } }}>
          <IconButton
            size="small"
            aria-label={translate('admin.dashboard.print')}
            title={translate('admin.dashboard.print')}
            onClick={() => window.print()}
            sx={{ width: 36, height: 36 }}
          >
            <PrintOutlined fontSize="small" />
          </IconButton>
          <RefreshButton />
        </Box>
      </Box>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <Loading />}
      {data && !data.further && data.sections.every(({ widgets, component }) => widgets.length === 0 && !component) && (
        <Typography color="text.secondary">{translate('admin.dashboard.nothing')}</Typography>
      )}
      {data && (
        <Sections
          answer={data}
          waiting={data.further === true && isFetching}
          path={path}
          query={asked}
          titleOf={titleOf}
        />
      )}
    </Box>
  );
}
