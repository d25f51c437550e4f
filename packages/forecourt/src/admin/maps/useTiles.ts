import { useEffect, useMemo, useRef, useState } from 'react';
import type L from 'leaflet';
import type { TileSettings } from './settings.ts';

/** Stands where a tile did not come, so that the ground below is seen. */
export const EMPTY_TILE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** As long as nothing has come, after that time the ground is shown while we wait on. */
const PATIENCE_MS = 1_500;
/** So many tiles in a row that do not come: none will. */
const MOST_FAILURES = 6;
/** How long a server that did not answer is left alone. */
const PAUSE_MS = 300_000;

/** When the tile server did not answer, for the maps that are opened after. */
let silentSince = -Infinity;
const isSilent = (): boolean => performance.now() - silentSince < PAUSE_MS;

interface Tiles {
  /** The tiles to ask for, if any. */
  readonly shown: TileSettings | undefined;
  /** The ground below must be drawn: some tiles are missing. */
  readonly bare: boolean;
  readonly events: L.LeafletEventHandlerFnMap;
}

/**
 * Tiles as long as their server answers. What fails is seen through to the ground below; a server that answers nothing (no network, a
 * refusal, a policy) is left alone until the browser is back on line or some minutes have gone.
 */
export function useTiles(settings: TileSettings | undefined): Tiles {
  const [silent, setSilent] = useState(isSilent);
  const [missing, setMissing] = useState(false);
  const come = useRef(false);
  const failures = useRef(0);
  const events = useMemo(
    (): L.LeafletEventHandlerFnMap => ({
      tileload({ tile }: L.TileEvent) {
        if ((tile as HTMLImageElement).src === EMPTY_TILE) return;
        failures.current = 0;
        come.current = true;
      },
      tileerror() {
        failures.current += 1;
        setMissing(true);
        if (failures.current < MOST_FAILURES) return;
        silentSince = performance.now();
        setSilent(true);
      },
    }),
    [],
  );
  useEffect(() => {
    const late = setTimeout(() => setMissing(!come.current), PATIENCE_MS);
    return () => clearTimeout(late);
  }, []);
  useEffect(() => {
    const tryAgain = (): void => {
      silentSince = -Infinity;
      failures.current = 0;
      setSilent(false);
    };
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, []);
  const shown = silent ? undefined : settings;
  return { shown, bare: !shown || missing, events };
}
