import { numberOf, type WidgetAnswer } from '../../model/index.ts';
import { Box, Paper, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { FigureLink } from './FigureLink.tsx';
import { Notes } from './Notes.tsx';
import type { ShownFigure } from './types.ts';
import { changeText, figureText, unitText, useWidgetTexts } from './widgetText.ts';

/** What a figure was before, in one line. */
function Compared({ figure }: { figure: ShownFigure }) {
  const translate = useTranslate();
  const { total, compared, format } = figure;
  if (compared === undefined) return null;
  const change = changeText(total, compared, format, translate('admin.dashboard.points'));
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 0.75,
        fontSize: 12,
        color: 'text.secondary',
        fontVariantNumeric: 'tabular-nums',
        '& > *': { whiteSpace: 'nowrap' },
      }}
    >
      {change && <strong>{change}</strong>}
      <span>{translate('admin.dashboard.before', { value: figureText(compared, format) })}</span>
    </Box>
  );
}

const LARGEST = 26;
/** Widths of a figure of equal width, and of what stands between figures, as parts of their height. */
const [DIGIT, MARK] = [0.66, 0.32] as const;

/** As large as the card has room for the whole amount beside its unit: a card is as wide as its neighbours. */
function sizeOf(text: string, unit: string): string {
  const parts = [...text].reduce((sum, letter) => sum + (/\d/.test(letter) ? DIGIT : MARK), 0);
  const beside = unit === '' ? 0 : unit.length * 9 + 8;
  return `min(${LARGEST}px, (100cqi - ${beside}px) / ${parts.toFixed(2)})`;
}

/** One figure in large type, further ones of the same matter below it; each leads to its rows. */
export function NumberCard({ dashboard, widget }: { dashboard: string; widget: WidgetAnswer }) {
  const { text, shownFigures } = useWidgetTexts(dashboard);
  const [first, ...others] = shownFigures(widget);
  if (!first) return null;
  const toned = widget.tone !== undefined && numberOf(first.total) > 0;
  const title = text('widgets', widget.key);
  // Of several none is more than the others but the first.
  const lead = others.length > 0 && first.key !== widget.key ? first.label : '';
  const unit = unitText(first.format);
  return (
    <Paper
      component="article"
      variant="outlined"
      data-widget={widget.key}
      sx={{
        px: 2,
        py: 1.5,
        borderRadius: 2,
        minWidth: 0,
        display: 'flex',
        flexDirection: 'column',
        breakInside: 'avoid',
      }}
    >
      <Typography
        component="h3"
        sx={{
          fontSize: 13,
          fontWeight: 500,
          color: 'text.secondary',
          display: 'flex',
          gap: 0.75,
          alignItems: 'center',
        }}
      >
        {toned && (
          <Box
            component="span"
            aria-hidden
            sx={{
              width: 8,
              height: 8,
              flex: 'none',
              borderRadius: widget.tone === 'late' ? '1px' : '50%',
              bgcolor: `var(--tone-${widget.tone!})`,
            }}
          />
        )}
        {title}
      </Typography>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'baseline',
          gap: 0.75,
          mt: 0.25,
          flexWrap: 'wrap',
          containerType: 'inline-size',
        }}
      >
        {unit && (
          <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
            {unit}
          </Box>
        )}
        <Box
          component="span"
          data-figure={first.key}
          sx={{
            fontSize: sizeOf(figureText(first.total, first.format), unit),
            lineHeight: '34px',
            fontWeight: 600,
            fontVariantNumeric: 'tabular-nums',
            color: first.total ? (toned ? `var(--tone-${widget.tone!})` : 'text.primary') : 'text.secondary',
          }}
        >
          <FigureLink
            figure={first}
            empty={!first.total}
            label={`${title}${lead && ` ${lead}`}: ${figureText(first.total, first.format)}`}
            sx={{
              color: 'inherit',
              lineHeight: 'inherit',
              textDecorationColor: 'transparent',
              '&:hover, &:focus-visible': { textDecorationColor: 'currentColor' },
            }}
          >
            {figureText(first.total, first.format)}
          </FigureLink>
        </Box>
        {lead && (
          <Box component="span" sx={{ fontSize: 13, color: 'text.secondary' }}>
            {lead}
          </Box>
        )}
      </Box>
      <Compared figure={first} />
      {others.length > 0 && (
        <Box component="dl" sx={{ m: 0, mt: 0.5, fontSize: 13, display: 'grid', gap: 0.25 }}>
          {others.map((figure) => (
            <Box key={figure.key} sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {figure.label}
              </Box>
              <Box
                component="dd"
                data-figure={figure.key}
                sx={{ m: 0, fontVariantNumeric: 'tabular-nums', textAlign: 'right', whiteSpace: 'nowrap' }}
              >
                <FigureLink
                  figure={figure}
                  empty={!figure.total}
                  label={`${title} ${figure.label}: ${figureText(figure.total, figure.format)}`}
                >
                  {figureText(figure.total, figure.format)}
                </FigureLink>
              </Box>
            </Box>
          ))}
        </Box>
      )}
      <Notes dashboard={dashboard} widget={widget} />
    </Paper>
  );
}
