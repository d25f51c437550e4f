import type { GroundFile } from './groundFile.ts';

/** A place that the search of the application answers. Degrees, WGS-84. */
export interface Place {
  readonly name: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** A name on the ground. */
export interface Town {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** From this zoom on it is shown, where there is room. */
  readonly zoom: number;
}

/** What maps are drawn on where no tiles come. */
export interface GroundSource {
  readonly file: () => Promise<GroundFile>;
  /** Names in the language of the reader. */
  readonly towns: (language: string) => Promise<readonly Town[]>;
}

let searchPath: string | undefined;
let source: GroundSource | undefined;

/**
 * Names the call below /api that finds places by `keyword` (and answers some to begin with when there is none): maps then have a search
 * box and begin where the application is at home. Without it they are used by hand.
 */
export function registerPlaceSearch(path: string): void {
  searchPath = path;
}

export const placeSearch = (): string | undefined => searchPath;

/** Gives maps a ground of the application's own; without one they are drawn on a grid of degrees. Loaded when a map needs it. */
export function registerGround(ground: GroundSource): void {
  source = ground;
}

export const groundSource = (): GroundSource | undefined => source;

export interface TileSettings {
  /** Address of a tile with `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  readonly credit: string;
  /** Where who is credited says so. */
  readonly creditUrl: string;
}

const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? '';

/** The operator's tile server, which the server says in the page; without one the map draws what it knows itself. */
export function tileSettings(): TileSettings | undefined {
  const url = meta('map-tiles');
  return url === '' ? undefined : { url, credit: meta('map-credit'), creditUrl: meta('map-credit-url') };
}
