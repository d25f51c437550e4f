import { Box } from '@mui/material';
import { PointMap, type PointMapProps } from './PointMap.tsx';
import { PlaceSearch } from './PlaceSearch.tsx';

/** A position by the name of a place or by a click on the map. */
export default function PointPicker(props: PointMapProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 1 }}>
      {!props.disabled && (
        <PlaceSearch onChoose={({ latitude, longitude }) => props.onChange({ latitude, longitude })} />
      )}
      <PointMap {...props} />
    </Box>
  );
}
