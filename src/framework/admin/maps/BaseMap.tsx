import { useEffect, type ReactNode } from 'react';
import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { AttributionControl, MapContainer, TileLayer, useMap, ZoomControl } from 'react-leaflet';
import 'leaflet/dist/leaflet.css';
import { PlainGround } from './PlainGround.tsx';
import { tileSettings } from './settings.ts';

/** Where a map without any position begins. */
const WORLD: readonly [number, number] = [15, 60];
const WORLD_ZOOM = 2;
/** Streets where there are tiles; without them a region, so that a coast or a city is in sight. */
export const nearZoom = (): number => (tileSettings() ? 13 : 9);

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

/** What a screen reader hears of the map itself. */
function Name({ label }: { label: string }) {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', label);
  }, [map, label]);
  return null;
}

const LOOK = {
  height: { xs: 300, sm: 380 },
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'hidden',
  isolation: 'isolate',
  '& .leaflet-container': { height: '100%', font: 'inherit', bgcolor: 'action.hover' },
  '& .leaflet-container:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
  '& .leaflet-bar a': { bgcolor: 'background.paper', color: 'text.primary', borderColor: 'divider' },
  '& .leaflet-bar a.leaflet-disabled': { bgcolor: 'background.paper', color: 'text.disabled' },
  '& .leaflet-control-attribution': { bgcolor: 'background.paper', color: 'text.primary', '& a': { color: 'inherit' } },
  '& .map-degrees span': { fontSize: 11, color: 'text.secondary', px: 0.5, whiteSpace: 'nowrap' },
  '& .map-name': { bgcolor: 'transparent', border: 0, boxShadow: 'none', color: 'text.primary', p: 0, fontSize: 12 },
  '& .map-name::before': { display: 'none' },
  '& .map-pin': {
    width: 28,
    height: 28,
    borderRadius: '50% 50% 50% 0',
    transform: 'rotate(-45deg)',
    transformOrigin: '50% 50%',
    bgcolor: 'primary.main',
    border: '3px solid #fff',
    boxShadow: 1,
    display: 'block',
  },
  '& .map-pin-place': { bgcolor: 'text.secondary' },
  '& .leaflet-marker-icon:focus-visible': { outline: '2px solid', outlineColor: 'text.primary', borderRadius: '50%' },
} as const;

/** Leaflet takes the credit for markup. */
function asText(text: string): string {
  const element = document.createElement('span');
  element.textContent = text;
  return element.innerHTML;
}

/**
 * A map to put layers on: the operator's tiles, or what can be drawn without. Keys and buttons move and zoom it; the wheel
 * scrolls the page.
 */
export function BaseMap({
  label,
  centre,
  children,
}: {
  label: string;
  /** Seen first; without it the landmarks, or the whole world. */
  centre?: readonly [latitude: number, longitude: number];
  children: ReactNode;
}) {
  const translate = useTranslate();
  const tiles = tileSettings();
  return (
    <Box sx={LOOK}>
      <MapContainer
        center={[...(centre ?? WORLD)]}
        zoom={centre ? nearZoom() : WORLD_ZOOM}
        zoomControl={false}
        attributionControl={false}
        scrollWheelZoom={false}
        preferCanvas
        worldCopyJump
      >
        <Name label={label} />
        <KeepSize />
        <ZoomControl
          position="topright"
          zoomInTitle={translate('admin.map.zoomIn')}
          zoomOutTitle={translate('admin.map.zoomOut')}
        />
        {tiles ? (
          <>
            <AttributionControl prefix={false} />
            <TileLayer url={tiles.url} attribution={asText(tiles.credit)} />
          </>
        ) : (
          <PlainGround showAll={!centre} />
        )}
        {children}
      </MapContainer>
    </Box>
  );
}
