import type { MouseEvent } from 'react';
import {
  DAMAGE_VIEWS,
  DAMAGE_ZONES,
  type BodyShape,
  type DamageSpot,
  type DamageView,
  type DamageZone,
} from '../../rules/index.ts';
import { outlinesOf, PLACES, SKETCH, WHEELS } from './outlines.ts';

/** A mark as the sketch shows it. */
export interface SketchMark extends DamageSpot {
  readonly no: number;
  readonly zone: DamageZone;
  /** It was not there before: it stands out. */
  readonly fresh: boolean;
}

interface CarSketchProps {
  readonly shape: BodyShape;
  readonly marks: readonly SketchMark[];
  /** What the picture is, for those who do not see it; the marks are listed beside it. */
  readonly label: string;
  /** Names of the drawings. */
  readonly nameOf: (view: DamageView) => string;
  /** A spot of a drawing was chosen. */
  readonly onPick?: (view: DamageView, spot: DamageSpot) => void;
  readonly className?: string;
}

const RADIUS = 9;

/** Where in its drawing somebody pressed, in thousandths. */
function spotOf(event: MouseEvent<SVGRectElement>): DamageSpot {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const part = (at: number, from: number, size: number): number =>
    size > 0 ? Math.min(1000, Math.max(0, Math.round(((at - from) / size) * 1000))) : 500;
  return { x: part(event.clientX, left, width), y: part(event.clientY, top, height) };
}

function Drawing({
  view,
  shape,
  name,
  onPick,
}: { view: DamageView; name: string } & Pick<CarSketchProps, 'shape' | 'onPick'>) {
  const { x, y, width, height } = PLACES[view];
  const isSide = view === 'left' || view === 'right';
  return (
    <g transform={`translate(${x} ${y})`}>
      <g className="line" transform={view === 'right' ? `translate(${width} 0) scale(-1 1)` : undefined}>
        <path d={outlinesOf(shape)[view]} />
        {isSide &&
          WHEELS.map(({ x: cx, y: cy, radius }) => <circle key={`${cx}-${radius}`} cx={cx} cy={cy} r={radius} />)}
      </g>
      <text className="name" x={width / 2} y={view === 'top' ? -8 : -3} textAnchor="middle">
        {name}
      </text>
      {onPick && (
        <rect
          data-view={view}
          width={width}
          height={height}
          style={{ fill: 'transparent', stroke: 'none', cursor: 'crosshair' }}
          onClick={(event) => onPick(view, spotOf(event))}
        />
      )}
    </g>
  );
}

function Mark({ mark: { no, zone, x, y, fresh } }: { mark: SketchMark }) {
  const place = PLACES[DAMAGE_ZONES[zone].view];
  const at = { x: place.x + (x / 1000) * place.width, y: place.y + (y / 1000) * place.height };
  return (
    <g
      className={fresh ? 'mark fresh' : 'mark'}
      transform={`translate(${at.x} ${at.y})`}
      style={{ pointerEvents: 'none' }}
    >
      <circle r={RADIUS} />
      <text textAnchor="middle" dy="0.35em">
        {no}
      </text>
    </g>
  );
}

/** A car folded out, from above and from its four sides, with numbered marks; on paper, in the dark and under a finger. Colours are those of its surroundings. */
export function CarSketch({ shape, marks, label, nameOf, onPick, className }: CarSketchProps) {
  return (
    <svg
      className={className ? `sketch ${className}` : 'sketch'}
      viewBox={`0 0 ${SKETCH.width} ${SKETCH.height}`}
      role="img"
      aria-label={label}
    >
      {DAMAGE_VIEWS.map((view) => (
        <Drawing key={view} view={view} shape={shape} name={nameOf(view)} onPick={onPick} />
      ))}
      {marks.map((mark) => (
        <Mark key={mark.no} mark={mark} />
      ))}
    </svg>
  );
}
