import { Suspense } from 'react';
import { Box, Skeleton } from '@mui/material';
import type { RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { GeoMap } from '../maps/lazyMap.ts';
import { fieldNamed } from '../values/FieldValue.tsx';
import { cornersOf } from '../values/geoArea.ts';
import { recordPosition } from '../values/position.ts';

const HEIGHT = 300;

/** The map of what a group of a detail page shows as positions and areas; nothing where it shows none. */
export function PlaceOfRecord({
  model,
  record,
  names,
  label,
}: {
  model: Resource;
  record: RaRecord;
  /** The properties in sight. */
  names: readonly string[];
  label: string;
}) {
  const widget = (wanted: string) => names.find((name) => fieldNamed(model, name).widget === wanted);
  const point = widget('geo-point');
  const pair = names.includes('latitude') && names.includes('longitude');
  const at =
    point || pair
      ? recordPosition(record, point ? { point } : { latitude: 'latitude', longitude: 'longitude' })
      : undefined;
  const area: unknown = record[widget('geo-area') ?? ''];
  if (!at && cornersOf(area).length === 0) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT} />}>
        <GeoMap label={label} pin={at} area={area} height={HEIGHT} />
      </Suspense>
    </Box>
  );
}
