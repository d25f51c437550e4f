import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { Box, IconButton, Tooltip } from '@mui/material';
import ZoomOutMap from '@mui/icons-material/ZoomOutMap';
import { useTranslate, type Identifier } from 'react-admin';
import type L from 'leaflet';
import { MapContainer, Popup, useMap, useMapEvents, ZoomControl } from 'react-leaflet';
import 'leaflet/dist/leaflet.css';
import { useTexts } from '../values/labels.ts';
import type { Position } from '../values/position.ts';
import type { AreaDrawing } from './areaDrawing.ts';
import { AreaLayer } from './AreaLayer.tsx';
import { usePointsInCommon } from './alsoOnMap.tsx';
import { Ground } from './Ground.tsx';
import { mapLook } from './mapLook.ts';
import { PinLayer } from './PinLayer.tsx';
import { PointsLayer } from './PointsLayer.tsx';
import type { Sight } from './graticule.ts';
import { boundsOf, useFit, type Shown } from './useFit.ts';

/** A record or place on the map. */
export interface MapPoint extends Position {
  readonly id: Identifier;
  readonly name: string;
}

interface GeoMapProps {
  /** What a screen reader hears of the map itself. */
  readonly label: string;
  /** Drawn on one canvas: thousands are no burden. Whoever shows them lists them beside the map as well. */
  readonly points?: readonly MapPoint[];
  readonly chosen?: Identifier;
  readonly onChoose?: (id: Identifier | undefined) => void;
  /** Stands at the chosen point. */
  readonly popover?: (id: Identifier) => ReactNode;
  /** A GeoJSON polygon to be seen. */
  readonly area?: unknown;
  /** An area that is drawn and changed here. */
  readonly drawing?: AreaDrawing;
  /** One position that a click sets and a hand drags, where `onPin` is given. */
  readonly pin?: Position;
  readonly onPin?: (position: Position) => void;
  readonly onSight?: (sight: Sight) => void;
  /** Pixels; less on a phone. */
  readonly height?: number;
  readonly ref?: Ref<L.Map>;
}

/** Where a map begins that knows no position at all. */
const WORLD: [number, number] = [15, 60];
const WORLD_ZOOM = 2;
const HEIGHT = 380;

/** A map that was drawn in a hidden tab or a closing dialog has no size; it is measured anew whenever its box changes. */
function KeepSize() {
  const map = useMap();
  useEffect(() => {
    const observer = new ResizeObserver(() => map.invalidateSize());
    observer.observe(map.getContainer());
    return () => observer.disconnect();
  }, [map]);
  return null;
}

function Name({ label }: { label: string }) {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', label);
  }, [map, label]);
  return null;
}

/** Tells what is in sight, at first and whenever the map has moved. */
function Sighting({ onSight }: { onSight: (sight: Sight) => void }) {
  const map = useMap();
  const tell = useRef(onSight);
  useEffect(() => {
    tell.current = onSight;
  });
  const say = (): void => {
    const bounds = map.getBounds();
    tell.current({
      south: bounds.getSouth(),
      north: bounds.getNorth(),
      west: bounds.getWest(),
      east: bounds.getEast(),
    });
  };
  useMapEvents({ moveend: say, resize: say });
  useEffect(say, [map]);
  return null;
}

function Fitting({ shown, fitRef }: { shown: Shown; fitRef: { current: () => void } }) {
  const fit = useFit(shown);
  const map = useMap();
  useEffect(() => {
    fitRef.current = fit;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === '0' && event.target === map.getContainer()) fit();
    };
    map.getContainer().addEventListener('keydown', onKey);
    return () => map.getContainer().removeEventListener('keydown', onKey);
  }, [fit, fitRef, map]);
  return null;
}

/**
 * The map of forms, lists and details: points, an area, a pin, on the operator's tiles or what can be drawn without. Keys and buttons move
 * and zoom it, 0 shows everything; the wheel scrolls the page. It shows what it is given until the user moves it.
 */
export default function GeoMap(props: GeoMapProps) {
  useTexts('admin.map');
  const { label, chosen, onChoose, popover, area, drawing, pin, onPin, onSight, height = HEIGHT, ref } = props;
  const translate = useTranslate();
  const points = usePointsInCommon(props.points);
  const fit = useRef<() => void>(() => undefined);
  // What this map itself has set is in sight already.
  const own = useRef('');
  const [first] = useState(() => ({ center: WORLD, zoom: WORLD_ZOOM }));
  const shown: Shown = { points, area: drawing ? drawing.corners : area, pin, own };
  const open = points.find(({ id }) => id === chosen);
  return (
    <Box sx={mapLook(height)} data-points={points.length}>
      <MapContainer
        {...first}
        ref={ref}
        zoomControl={false}
        attributionControl={false}
        scrollWheelZoom={false}
        // Leaflet forgets keys, buttons and fits that come while it animates a zoom.
        zoomAnimation={false}
        worldCopyJump
      >
        <Name label={`${label}. ${translate('admin.map.hint')}`} />
        <KeepSize />
        <ZoomControl
          position="topright"
          zoomInTitle={translate('admin.map.zoomIn')}
          zoomOutTitle={translate('admin.map.zoomOut')}
        />
        <Fitting shown={shown} fitRef={fit} />
        <Ground />
        {onSight && <Sighting onSight={onSight} />}
        <AreaLayer area={area} drawing={drawing} own={own} />
        <PointsLayer points={points} chosen={chosen} onChoose={onChoose} />
        {open && popover && (
          <Popup
            position={[open.latitude, open.longitude]}
            offset={[0, -4]}
            eventHandlers={{ remove: () => onChoose?.(undefined) }}
          >
            {popover(open.id)}
          </Popup>
        )}
        <PinLayer pin={pin} onPin={onPin} own={own} />
      </MapContainer>
      {boundsOf(shown) && (
        <Tooltip title={translate('admin.map.all')} placement="left">
          <IconButton
            size="small"
            aria-label={translate('admin.map.all')}
            onClick={() => fit.current()}
            sx={{
              position: 'absolute',
              zIndex: 800,
              top: 84,
              right: 11,
              width: 32,
              height: 32,
              borderRadius: 1,
              border: 1,
              borderColor: 'divider',
              bgcolor: 'background.paper',
              '&:hover': { bgcolor: 'action.hover' },
            }}
          >
            <ZoomOutMap sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      )}
      {drawing?.pen && <span className="map-crosshair" aria-hidden />}
    </Box>
  );
}
