import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useTexts } from '../values/labels.ts';
import { PlaceSearch } from './PlaceSearch.tsx';
import { PointMap, type PointMapProps } from './PointMap.tsx';

/** A position by the name of a place or by a click on the map. */
export default function PointPicker({ label, ...props }: Omit<PointMapProps, 'label'> & { readonly label?: string }) {
  useTexts('admin.map');
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 1 }}>
      {!props.disabled && (
        <PlaceSearch onChoose={({ latitude, longitude }) => props.onChange({ latitude, longitude })} />
      )}
      <PointMap {...props} label={label ?? translate('admin.map.position')} />
    </Box>
  );
}
