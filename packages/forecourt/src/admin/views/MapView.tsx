import { Suspense, useMemo, useState } from 'react';
import { Box, Skeleton, Typography } from '@mui/material';
import { useTranslate, type Identifier, type RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import type { MapPoint } from '../maps/GeoMap.tsx';
import type { Sight } from '../maps/graticule.ts';
import { GeoMap } from '../maps/lazyMap.ts';
import { formatNumber } from '../values/format.ts';
import { useLabels, useTexts } from '../values/labels.ts';
import { recordPosition, type Position } from '../values/position.ts';
import { RecordFacts, RecordName, useFactText } from './RecordName.tsx';
import { useMapRows } from './useMapRows.ts';
import { ViewStates } from './ViewStates.tsx';

/** As many lines as one reads beside a map; closer there are fewer. */
const MOST_LISTED = 50;
const HEIGHT = 560;

const isIn = ({ latitude, longitude }: Position, { south, north, west, east }: Sight): boolean =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;

/** Records with a position on the map, and beside it a list of those in sight, which says the same in words and holds the links. */
export default function MapView({ model }: { model: Resource; storeKey: string }) {
  useTexts('admin.map');
  const map = model.list.views.map!;
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const factText = useFactText(model);
  const source = useMapRows(model);
  const [sight, setSight] = useState<Sight>();
  const [chosen, setChosen] = useState<Identifier>();
  const [title, ...facts] = map.fields;

  const records = useMemo(() => new Map(source.rows.map((record) => [record.id, record])), [source.rows]);
  const points = source.rows.flatMap((record): MapPoint[] => {
    const at = recordPosition(record, map);
    return at ? [{ ...at, id: record.id, name: factText(title, record) }] : [];
  });
  const seen = sight ? points.filter((point) => isIn(point, sight)) : points;
  const card = (record: RaRecord) => (
    <>
      <RecordName model={model} record={record} name={title} />
      <RecordFacts model={model} record={record} names={facts} />
    </>
  );
  const note = (text: string) => <Typography sx={{ fontSize: 13, mb: 1, color: 'text.secondary' }}>{text}</Typography>;

  return (
    <ViewStates source={source}>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 2fr) minmax(220px, 1fr)' } }}
      >
        <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT} />}>
          <GeoMap
            label={translate('admin.map.label', { name: labels.many })}
            points={points}
            chosen={chosen}
            onChoose={setChosen}
            popover={(id) => card(records.get(id)!)}
            onSight={setSight}
            height={HEIGHT}
          />
        </Suspense>
        <Box
          component="section"
          tabIndex={0}
          aria-label={translate('admin.map.records')}
          sx={{ maxHeight: HEIGHT, overflowY: 'auto' }}
        >
          {source.rows.length > points.length &&
            note(translate('admin.map.unplaced', { smart_count: source.rows.length - points.length }))}
          {source.rows.length === 0 && note(translate('admin.list.none'))}
          {seen.length < points.length &&
            note(
              translate('admin.map.inSight', { shown: formatNumber(seen.length), total: formatNumber(points.length) }),
            )}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
            {seen.slice(0, MOST_LISTED).map(({ id }) => (
              <Box
                component="li"
                key={id}
                onMouseEnter={() => setChosen(id)}
                onFocus={() => setChosen(id)}
                sx={{
                  border: 1,
                  borderColor: id === chosen ? 'primary.main' : 'divider',
                  borderRadius: 1,
                  p: 1,
                  bgcolor: 'background.paper',
                }}
              >
                {card(records.get(id)!)}
              </Box>
            ))}
          </Box>
          {seen.length > MOST_LISTED &&
            note(translate('admin.map.closer', { shown: MOST_LISTED, total: formatNumber(seen.length) }))}
        </Box>
      </Box>
    </ViewStates>
  );
}
