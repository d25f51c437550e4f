import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useTexts } from '../values/labels.ts';
import type { Position } from '../values/position.ts';
import GeoMap from './GeoMap.tsx';
import { PlaceSearch } from './PlaceSearch.tsx';

/** A position by the name of a place or by a click on the map. Whoever shows it offers to type the coordinates as well. */
export default function PointPicker({
  label,
  value,
  disabled,
  onChange,
}: {
  readonly label?: string;
  readonly value: Position | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: Position) => void;
}) {
  useTexts('admin.map');
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 1 }}>
      {!disabled && <PlaceSearch onChoose={({ latitude, longitude }) => onChange({ latitude, longitude })} />}
      <GeoMap label={label ?? translate('admin.map.position')} pin={value} onPin={disabled ? undefined : onChange} />
    </Box>
  );
}
