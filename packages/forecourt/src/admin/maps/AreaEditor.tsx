import { useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { Box, Button, Typography } from '@mui/material';
import { useNotify, useTranslate } from 'react-admin';
import type L from 'leaflet';
import { crossesItself, type Area, type Corner, type Position } from '../../model/index.ts';
import { areaOf, cornersOf, LEAST_CORNERS } from '../values/geoArea.ts';
import { useTexts } from '../values/labels.ts';
import { roundDegrees } from '../values/position.ts';
import type { EditingProps } from './areaDrawing.ts';
import { CornerList } from './CornerList.tsx';
import GeoMap from './GeoMap.tsx';

interface AreaEditorProps {
  readonly label: string;
  readonly value: Area | null | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: Area | null) => void;
  /** Where what has the area is itself: its pin is shown, and the map begins there. */
  readonly home?: Position;
  readonly height?: number;
}

/** Pixels that a corner moves by a key; by one with Shift. */
const STEP = 10;
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/**
 * Draws an area on the map. Corners come by clicks or, with the keyboard, at the middle of the map. They are dragged,
 * moved by arrow keys, added and removed. Each step can be taken back. Whoever shows it offers to type the corners as
 * well.
 */
export default function AreaEditor({ label, value, disabled, onChange, home, height }: AreaEditorProps) {
  useTexts('admin.map');
  const translate = useTranslate();
  const notify = useNotify();
  const map = useRef<L.Map>(null);
  const [drawn, setDrawn] = useState<readonly Corner[]>();
  const [tool, setTool] = useState<ComponentType<EditingProps>>();
  const [chosen, setChosen] = useState<number>();
  const [past, setPast] = useState<readonly (Area | null)[]>([]);
  const pen = drawn !== undefined;
  const corners = drawn ?? cornersOf(value);
  const empty = corners.length === 0;

  const change = (next: Area | null): void => {
    setPast([...past, value ?? null]);
    onChange(next);
  };
  const setCorners = (next: readonly Corner[]): void => (pen ? setDrawn(next) : change(areaOf(next)));
  const close = (): void => {
    if (!drawn || drawn.length < LEAST_CORNERS) return;
    setDrawn(undefined);
    change(areaOf(drawn));
  };
  const stop = (): void => {
    setDrawn(undefined);
    setChosen(undefined);
  };
  const undo = (): void => {
    if (drawn) return setDrawn(drawn.slice(0, -1));
    setPast(past.slice(0, -1));
    setChosen(undefined);
    onChange(past.at(-1) ?? null);
  };
  const setHere = (): void => {
    const { lat, lng } = map.current!.getCenter().wrap();
    setCorners([...corners, [roundDegrees(lng), roundDegrees(lat)]]);
  };
  const move = (index: number, [x, y]: readonly [number, number]): void => {
    const leaflet = map.current!;
    const [longitude, latitude] = corners[index]!;
    const { lat, lng } = leaflet.unproject(leaflet.project([latitude, longitude]).add([x, y]));
    const moved: Corner = [roundDegrees(lng), roundDegrees(lat)];
    setCorners(corners.with(index, moved));
    if (!leaflet.getBounds().contains([lat, lng])) leaflet.panTo([lat, lng], { animate: false });
  };
  const addAfter = (index: number): void => {
    const [a, b] = [corners[index]!, corners[(index + 1) % corners.length]!];
    setCorners(corners.toSpliced(index + 1, 0, [roundDegrees((a[0] + b[0]) / 2), roundDegrees((a[1] + b[1]) / 2)]));
    setChosen(index + 1);
  };
  const remove = (index: number): void => {
    if (!pen && corners.length <= LEAST_CORNERS) return;
    setCorners(corners.toSpliced(index, 1));
    setChosen(corners.length > 1 ? Math.max(0, index - 1) : undefined);
  };
  const onCornerKey = (event: KeyboardEvent, index: number): void => {
    const direction = DIRECTIONS[event.key];
    const step = event.shiftKey ? 1 : STEP;
    if (direction) move(index, [direction[0] * step, direction[1] * step]);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(index);
    else if (event.key === 'Insert' || event.key === '+') addAfter(index);
    else return;
    event.preventDefault();
  };
  const onMapKey = (event: KeyboardEvent): void => {
    if (!pen || event.target !== map.current?.getContainer()) return;
    const action = { Enter: setHere, ' ': setHere, Backspace: undo, Escape: stop }[event.key];
    if (!action) return;
    // Neither scrolls the page nor closes the dialog around it.
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  const closed = cornersOf(value);
  const wrong = !pen && closed.length > 0 && crossesItself(closed);
  const draw = async (): Promise<void> => {
    setChosen(undefined);
    try {
      // Only when somebody draws, and here before the pen is down: no click may go lost.
      const { default: loaded } = await import('./AreaPen.tsx');
      setTool(() => loaded);
    } catch {
      // Keys and typed corners need no pen.
      notify('admin.map.draw.noPen', { type: 'warning' });
    }
    setDrawn([]);
    map.current?.getContainer().focus({ preventScroll: true });
  };
  const button = (name: string, onClick: () => void, off = false) => (
    <Button
      key={name}
      size="small"
      variant={name === 'close' ? 'contained' : 'outlined'}
      disabled={off}
      onClick={onClick}
    >
      {translate(`admin.map.draw.${name}`)}
    </Button>
  );
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {!disabled && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {pen
            ? [
                button('close', close, corners.length < LEAST_CORNERS),
                button('here', setHere),
                button('undo', undo, empty),
                button('stop', stop),
              ]
            : [
                button(empty ? 'draw' : 'redraw', () => void draw()),
                button('undo', undo, past.length === 0),
                button('clear', () => change(null), empty),
              ]}
        </Box>
      )}
      {/* Keys of the map itself, on their way from it. */}
      <Box onKeyDownCapture={onMapKey}>
        <GeoMap
          ref={map}
          label={label}
          pin={home}
          height={height}
          {...(disabled
            ? { area: value }
            : {
                drawing: {
                  corners,
                  pen,
                  tool,
                  chosen,
                  wrong,
                  onCorners: setCorners,
                  onChoose: setChosen,
                  onClose: close,
                  onStop: stop,
                },
              })}
        />
      </Box>
      {/* Below the map, which must not move under the pen when its lines become fewer. */}
      {!disabled && (
        <Typography role="status" color="text.secondary" sx={{ fontSize: 13 }}>
          {translate(pen && empty ? 'admin.map.draw.hint' : empty ? 'admin.map.draw.none' : 'admin.map.draw.corners', {
            smart_count: corners.length,
          })}
        </Typography>
      )}
      {!disabled && !empty && (
        <CornerList
          corners={corners}
          chosen={chosen}
          removable={pen || corners.length > LEAST_CORNERS}
          onChoose={setChosen}
          onKey={onCornerKey}
          onAdd={addAfter}
          onRemove={remove}
        />
      )}
    </Box>
  );
}
