import { Box } from '@mui/material';
import type { Identifier } from 'react-admin';
import { graticule, project, type Frame, type Viewport } from '../maps/mapProjection.ts';
import type { Position } from '../values/position.ts';

export interface Marker {
  readonly id: Identifier;
  readonly at: Position;
  readonly label: string;
}

const RADIUS = 7;
/** Room for `100.25° E`. */
const LABEL_WIDTH = 76;

/** Degrees with their hemisphere: `13.5° N`. */
function degrees(value: number, decimals: number, [positive, negative]: readonly [string, string]): string {
  const text = Math.abs(value).toFixed(decimals);
  return `${text}°${Number(text) === 0 ? '' : value > 0 ? ` ${positive}` : ` ${negative}`}`;
}

/** The drawing itself: lines with their degrees, one mark a record, the chosen one with its name. A picture; the list beside it is its text. */
export function MapDrawing({
  view,
  frame,
  markers,
  chosen,
  onChoose,
}: {
  view: Viewport;
  frame: Frame;
  markers: readonly Marker[];
  chosen: Identifier | undefined;
  onChoose: (id: Identifier) => void;
}) {
  const { latitudes, longitudes, decimals } = graticule(view, frame);
  const { width, height } = frame;
  // Labels must not run into each other.
  const every = Math.ceil((longitudes.length * LABEL_WIDTH) / width);
  const inSight = markers
    .map((marker) => ({ ...marker, ...project(marker.at, view, frame) }))
    .filter(({ x, y }) => x >= 0 && x <= width && y >= 0 && y <= height)
    // What is drawn last lies on top.
    .sort((a, b) => Number(a.id === chosen) - Number(b.id === chosen));
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
      sx={{
        width: '100%',
        height: 'auto',
        display: 'block',
        bgcolor: 'background.paper',
        '& line': { color: 'divider', stroke: 'currentColor', strokeWidth: 1 },
        '& text': { fontSize: 12, fill: 'currentColor', fontVariantNumeric: 'tabular-nums' },
        '& .degrees': { fillOpacity: 0.7 },
        '& circle': { color: 'primary.main', fill: 'currentColor', stroke: '#fff', strokeWidth: 2, cursor: 'pointer' },
      }}
    >
      {latitudes.map((latitude) => {
        const { y } = project({ ...view, latitude }, view, frame);
        return (
          <g key={latitude}>
            <line x1={0} x2={width} y1={y} y2={y} />
            <text className="degrees" x={4} y={y - 4}>
              {degrees(latitude, decimals, ['N', 'S'])}
            </text>
          </g>
        );
      })}
      {longitudes.map((longitude, index) => {
        const { x } = project({ ...view, longitude }, view, frame);
        return (
          <g key={longitude}>
            <line y1={0} y2={height} x1={x} x2={x} />
            {index % every === 0 && (
              <text className="degrees" x={x + 4} y={height - 6}>
                {degrees(longitude, decimals, ['E', 'W'])}
              </text>
            )}
          </g>
        );
      })}
      {inSight.map(({ id, x, y, label }) => (
        <g key={id} data-marker={id} onClick={() => onChoose(id)}>
          <circle cx={x} cy={y} r={id === chosen ? RADIUS + 3 : RADIUS} />
          {id === chosen && (
            <text x={x} y={y - RADIUS - 8} textAnchor="middle" fontWeight={600}>
              {label}
            </text>
          )}
        </g>
      ))}
    </Box>
  );
}
