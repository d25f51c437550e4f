import { useMemo, useState, type KeyboardEvent } from 'react';
import { Box, Button, Typography, useMediaQuery, type Theme } from '@mui/material';
import { useTranslate, type Identifier, type RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useLabels, useTexts } from '../values/labels.ts';
import { MapDrawing, type Marker } from './MapDrawing.tsx';
import { fit, NARROW, panned, positionOf, WIDE, zoomed, type Frame, type Viewport } from '../maps/mapProjection.ts';
import { RecordFacts, RecordName, useFactText } from './RecordName.tsx';
import { useViewRows } from './useViewRows.ts';
import { ViewStates } from './ViewStates.tsx';

const QUARTER = 0.25;
const CLOSER = 0.5;

interface Tool {
  readonly label: string;
  readonly sign: string;
  /** Undefined: show all again. */
  readonly apply?: (view: Viewport, frame: Frame) => Viewport;
}

const TOOLS: Readonly<Record<string, Tool>> = {
  '+': { label: 'zoomIn', sign: '+', apply: (view) => zoomed(view, CLOSER) },
  '-': { label: 'zoomOut', sign: '−', apply: (view) => zoomed(view, 1 / CLOSER) },
  ArrowUp: { label: 'north', sign: '↑', apply: (view, frame) => panned(view, 0, QUARTER, frame) },
  ArrowDown: { label: 'south', sign: '↓', apply: (view, frame) => panned(view, 0, -QUARTER, frame) },
  ArrowLeft: { label: 'west', sign: '←', apply: (view, frame) => panned(view, -QUARTER, 0, frame) },
  ArrowRight: { label: 'east', sign: '→', apply: (view, frame) => panned(view, QUARTER, 0, frame) },
  '0': { label: 'all', sign: '⤢' },
};

/**
 * Records with a position on a map of lines of latitude and longitude, drawn here: no tiles, nothing is fetched. The list beside it says
 * the same in words and holds the links.
 */
export default function MapView({ model }: { model: Resource; storeKey: string }) {
  useTexts('admin.map');
  const map = model.list.views.map!;
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const factText = useFactText(model);
  const source = useViewRows(model);
  const [moved, setMoved] = useState<Viewport | undefined>();
  const [chosen, setChosen] = useState<Identifier | undefined>();
  const [title, ...facts] = map.fields;
  const frame = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm')) ? NARROW : WIDE;

  const placed = useMemo(
    () =>
      source.rows.flatMap((record): [RaRecord, NonNullable<ReturnType<typeof positionOf>>][] => {
        const at = positionOf(record, map);
        return at ? [[record, at]] : [];
      }),
    [source.rows, map],
  );
  const view =
    moved ??
    fit(
      placed.map(([, at]) => at),
      frame,
    );
  const markers = placed.map(([record, at]): Marker => ({ id: record.id, at, label: factText(title, record) }));
  const apply = (tool: Tool) => setMoved(tool.apply?.(view, frame));
  const onKeyDown = (event: KeyboardEvent) => {
    const tool = TOOLS[event.key === '=' ? '+' : event.key];
    if (!tool || event.target !== event.currentTarget) return;
    event.preventDefault();
    apply(tool);
  };

  return (
    <ViewStates source={source}>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 2fr) minmax(220px, 1fr)' } }}
      >
        <Box sx={{ position: 'relative', minWidth: 0 }}>
          <Box
            role="group"
            tabIndex={0}
            aria-label={`${translate('admin.map.label', { name: labels.many })}. ${translate('admin.map.hint')}`}
            onKeyDown={onKeyDown}
            sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden', lineHeight: 0 }}
          >
            <MapDrawing view={view} frame={frame} markers={markers} chosen={chosen} onChoose={setChosen} />
          </Box>
          <Box sx={{ position: 'absolute', top: 8, right: 8, display: 'grid', gap: 0.5 }}>
            {Object.entries(TOOLS).map(([key, tool]) => (
              <Button
                key={key}
                size="small"
                variant="outlined"
                aria-label={translate(`admin.map.${tool.label}`)}
                onClick={() => apply(tool)}
                sx={{ minWidth: 32, width: 32, height: 32, p: 0, bgcolor: 'background.paper' }}
              >
                {tool.sign}
              </Button>
            ))}
          </Box>
        </Box>
        <Box component="section" aria-label={translate('admin.map.records')} sx={{ maxHeight: 560, overflowY: 'auto' }}>
          {source.rows.length > placed.length && (
            <Typography color="text.secondary" sx={{ fontSize: 13, mb: 1 }}>
              {translate('admin.map.unplaced', { smart_count: source.rows.length - placed.length })}
            </Typography>
          )}
          {source.rows.length === 0 && <Typography color="text.secondary">{translate('admin.list.none')}</Typography>}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
            {placed.map(([record]) => (
              <Box
                component="li"
                key={record.id}
                onMouseEnter={() => setChosen(record.id)}
                onFocus={() => setChosen(record.id)}
                sx={{
                  border: 1,
                  borderColor: record.id === chosen ? 'primary.main' : 'divider',
                  borderRadius: 1,
                  p: 1,
                  bgcolor: 'background.paper',
                }}
              >
                <RecordName model={model} record={record} name={title} />
                <RecordFacts model={model} record={record} names={facts} />
              </Box>
            ))}
          </Box>
        </Box>
      </Box>
    </ViewStates>
  );
}
