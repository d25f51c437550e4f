/** A place that the search of the application answers. Degrees, WGS-84. */
export interface Place {
  readonly name: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
}

let searchPath: string | undefined;

/**
 * Names the call below /api that finds places by `keyword` (and answers some to begin with when there is none): maps then have a search
 * box and landmarks. Without it they are used by hand.
 */
export function registerPlaceSearch(path: string): void {
  searchPath = path;
}

export const placeSearch = (): string | undefined => searchPath;

export interface TileSettings {
  /** Address of a tile with `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  readonly credit: string;
}

const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? '';

/** The operator's tile server, which the server says in the page; without one the map draws what it knows itself. */
export function tileSettings(): TileSettings | undefined {
  const url = meta('map-tiles');
  return url === '' ? undefined : { url, credit: meta('map-credit') };
}
