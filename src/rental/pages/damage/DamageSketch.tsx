import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { DamageSpot, DamageView } from '../../rules/index.ts';
import { bodyShapeOf } from '../../rules/index.ts';
import { CarSketch, type SketchMark } from './CarSketch.tsx';

interface DamageSketchProps {
  /** Category of the vehicle: what it looks like. */
  readonly category: number | null | undefined;
  readonly marks: readonly SketchMark[];
  readonly onPick?: (view: DamageView, spot: DamageSpot) => void;
}

/** The sketch of a car on a screen, in the colours of its theme. Texts: `rental.damage`. */
export function DamageSketch({ category, marks, onPick }: DamageSketchProps) {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        maxWidth: 480,
        '& .sketch': { display: 'block', width: 1, height: 'auto', touchAction: 'manipulation' },
        '& .line': { fill: 'none', stroke: (theme) => theme.palette.text.secondary, strokeWidth: 1.2 },
        '& .name': { fontSize: 10, fill: (theme) => theme.palette.text.secondary },
        '& .mark circle': {
          fill: (theme) => theme.palette.background.paper,
          stroke: (theme) => theme.palette.text.primary,
          strokeWidth: 1.4,
        },
        '& .mark text': { fontSize: 11, fontWeight: 600, fill: (theme) => theme.palette.text.primary },
        '& .mark.fresh circle': {
          fill: (theme) => theme.palette.error.main,
          stroke: (theme) => theme.palette.error.main,
        },
        '& .mark.fresh text': { fill: (theme) => theme.palette.error.contrastText },
      }}
    >
      <CarSketch
        shape={bodyShapeOf(category)}
        marks={marks}
        label={translate('rental.damage.sketch', { smart_count: marks.length })}
        nameOf={(view) => translate(`rental.damage.view.${view}`)}
        onPick={onPick}
      />
    </Box>
  );
}
