import type { Model } from '../../packages/forecourt/src/model/index.ts';
import { CONSTRUCTS, type ConstructName } from './constructs.ts';
import { KNOWN } from './known.ts';
import { PLACES } from './placement.ts';
import { tablesMadeIn, usesIn, type Use } from './sourceTexts.ts';

interface Source {
  /** From the folder of the application. */
  readonly file: string;
  readonly source: string;
}

type Places = Readonly<Record<ConstructName, { readonly places: Readonly<Record<string, string>> }>>;

const isAt = (place: string, file: string): boolean => (place.endsWith('/') ? file.startsWith(place) : file === place);

/** Uses that the list does not name, and places of the list where nothing is any more. Empty when both say the same. */
export function comparePlaces(uses: readonly Use[], known: Places = KNOWN): string[] {
  return CONSTRUCTS.flatMap(({ name, is }) => {
    const here = uses.filter(({ construct }) => construct === name);
    const places = Object.keys(known[name].places);
    const unnamed = here
      .filter(({ file }) => !places.some((place) => isAt(place, file)))
      .map(({ file, line }) => `${file}${line === undefined ? '' : `:${line}`}: ${is}, which known.ts does not name`);
    const gone = places
      .filter((place) => !here.some(({ file }) => isAt(place, file)))
      .map((place) => `${place}: ${is} is not there any more; take it out of known.ts`);
    return [...unnamed, ...gone];
  });
}

/** What sources use, of their own SQL. */
export const sourceUses = (sources: readonly Source[]): Use[] =>
  sources.flatMap(({ file, source }) => usesIn(source, file));

/** Tables without a place on the machines, and places of no table. */
export function comparePlacement(
  model: Model,
  sources: readonly Source[],
  places: ReadonlyMap<string, unknown> = PLACES,
): string[] {
  const entities = [...model.entities.values()].filter(({ view }) => !view).map(({ name }) => name);
  const tables = new Set([...entities, ...sources.flatMap(({ source }) => tablesMadeIn(source))]);
  return [
    ...[...tables].filter((table) => !places.has(table)).map((table) => `${table}: placement.ts gives it no place`),
    ...[...places.keys()]
      .filter((table) => !tables.has(table))
      .map((table) => `${table}: there is no such table any more`),
  ];
}
