import type { Language } from '../../rules/index.ts';
import { KNOWN_PLACES } from '../../gazetteer/index.ts';

/** A place as the search answers it. Degrees, WGS-84. */
export interface Place {
  readonly name: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
}

const PROVINCES = new Map(
  KNOWN_PLACES.filter(({ province }) => province === '').map((known) => [known.names['en-US'], known.names]),
);

/** Without spaces and signs: "hua-hin", "huahin" and "Hua Hin" are one. Thai vowels are marks of their own and stay. */
export const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** 2: begins so, 1: contains it, 0: neither, by the best of several names. */
export function match(keyword: string, names: readonly string[]): number {
  const wanted = plain(keyword);
  if (wanted === '') return 0;
  return Math.max(
    0,
    ...names.map((name) => {
      const at = plain(name).indexOf(wanted);
      return at < 0 ? 0 : at === 0 ? 2 : 1;
    }),
  );
}

/** Places of the built-in gazetteer by a name in any language, in the language of who asks, best first. */
export function findKnown(keyword: string, language: Language): (Place & { readonly rank: number })[] {
  return KNOWN_PLACES.flatMap(({ names, province, latitude, longitude }) => {
    const rank = match(keyword, Object.values(names));
    if (rank === 0) return [];
    const address = PROVINCES.get(province)?.[language] ?? '';
    return [{ name: names[language], address, latitude, longitude, rank }];
  }).sort((one, other) => other.rank - one.rank);
}
