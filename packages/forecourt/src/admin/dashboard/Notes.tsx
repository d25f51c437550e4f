import type { WidgetAnswer } from '../../model/index.ts';
import { Box } from '@mui/material';
import { useWidgetTexts } from './widgetText.ts';

/** What the figures of a tile count: two of one page may differ, and each says why. */
export function Notes({ dashboard, widget }: { dashboard: string; widget: WidgetAnswer }) {
  const { note, shownFigures } = useWidgetTexts(dashboard);
  const figures = shownFigures(widget);
  const ofFigures = figures.flatMap(({ key, label }) => {
    const said = note(key);
    return said === '' ? [] : [figures.length > 1 ? `${label}: ${said}` : said];
  });
  const ofAll = figures.some(({ key }) => key === widget.key) ? '' : note(widget.key);
  const notes = ofAll === '' ? ofFigures : [ofAll, ...ofFigures];
  if (notes.length === 0) return null;
  return (
    <Box sx={{ mt: 0.5, fontSize: 12, lineHeight: 1.5, color: 'text.secondary' }}>
      {notes.map((said) => (
        <Box key={said}>{said}</Box>
      ))}
    </Box>
  );
}
