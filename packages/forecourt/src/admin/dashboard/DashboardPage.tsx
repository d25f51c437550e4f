import { Suspense } from 'react';
import { Box, Button, GlobalStyles, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, useDataProvider, useTranslate } from 'react-admin';
import { routeTitle } from '../model/documentedUrls.ts';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { useSecondFrame } from '../page/useSecondFrame.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { humanise } from '../values/format.ts';
import { useTexts } from '../values/labels.ts';
import { FaultBoundary } from '../values/FaultBoundary.tsx';
import { registeredComponent } from '../values/registry.ts';
import { DashboardBar } from './DashboardBar.tsx';
import { DashboardTools } from './DashboardTools.tsx';
import { DASHBOARD_TEXTS, dashboardQuery, type Asked } from './dashboardQuery.ts';
import { evenGrid } from './evenGrid.ts';
import { NumberCard } from './NumberCard.tsx';
import type { DashboardAnswer, SectionAnswer } from './types.ts';
import { useDashboardAddress } from './useDashboardAddress.ts';
import { FIGURES_PAGE, ON_PAPER, usePaper } from './usePaper.ts';
import { tileId, useTiles, type Tiles } from './useTiles.ts';
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

type SectionProps = Pick<DashboardPageProps, 'path' | 'titleOf'> & { readonly tiles: Tiles; readonly query: Asked };

function Section({
  section,
  dashboard,
  tiles,
  titleOf,
  ...rest
}: SectionProps & { section: SectionAnswer; dashboard: string }) {
  const { text } = useWidgetTexts(dashboard);
  if (section.links) return <Links links={section.links} titleOf={titleOf} />;
  const Component = registeredComponent<object>(section.component);
  if (Component)
    return (
      <Suspense fallback={null}>
        <Component />
      </Suspense>
    );
  const shown = section.widgets.filter(({ key }) => tiles.isShown(tileId(section.key, key)));
  if (shown.length === 0) return null;
  const numbers = shown.filter(({ kind }) => kind === 'number');
  const cards = shown.filter(({ kind }) => kind !== 'number');
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
          <Box data-cards sx={CARDS}>
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

/** What a reader has hidden altogether is shown again from here. */
function AllHidden({ onReset }: { onReset: () => void }) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Typography color="text.secondary">{translate('admin.dashboard.allHidden')}</Typography>
      <Button size="small" onClick={onReset}>
        {translate('admin.dashboard.showAll')}
      </Button>
    </Box>
  );
}

/** The first section is seen before the others, which stand below it: a frame, since charts and tables take longer than all that is above them, or until those have come. */
function Sections({ answer, waiting, ...rest }: SectionProps & { answer: DashboardAnswer; waiting: boolean }) {
  const { tiles } = rest;
  const sections = tiles.arrange(answer.sections).filter(({ key }) => tiles.isShown(key));
  const all = useSecondFrame() || sections.length === 1;
  // What the reader has put above the first figures is still on its way: they would be pushed down by it.
  const shown = waiting && tiles.isMoved ? [] : all ? sections : sections.slice(0, 1);
  if (!waiting && answer.sections.length > 0 && sections.length === 0) return <AllHidden onReset={tiles.reset} />;
  return (
    <>
      {shown.map((section) => (
        <Section key={section.key} section={section} dashboard={answer.key} {...rest} />
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
  // Its address stands for its name until that has come.
  const tiles = useTiles(data?.key ?? path);
  const { paper, print } = usePaper();
  const title = translate(routeTitle(path), { _: humanise(path) });
  return (
    <Box
      data-paper={paper || undefined}
      sx={{
        p: { xs: 2, sm: 3 },
        display: 'grid',
        gap: 2.5,
        gridTemplateColumns: 'minmax(0, 1fr)',
        maxWidth: 1680,
        ...ON_PAPER,
      }}
    >
      <GlobalStyles styles={FIGURES_PAGE} />
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
        <DashboardTools answer={data} tiles={tiles} onPrint={() => void print()} />
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
          tiles={tiles}
          titleOf={titleOf}
        />
      )}
    </Box>
  );
}
