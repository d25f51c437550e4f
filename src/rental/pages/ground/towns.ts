import type { Town } from 'forecourt/admin';
import { KNOWN_PLACES } from '../../gazetteer/index.ts';
import abroad from './abroad.json' with { type: 'json' };

type Names = readonly [english: string, thai: string, chinese: string];

/** Towns that are looked for first, by English name; the other capitals of provinces follow when one comes closer. */
const LARGE = new Map([
  ['Bangkok', 2],
  ...['Chiang Mai', 'Phuket', 'Nakhon Ratchasima', 'Khon Kaen', 'Udon Thani', 'Ubon Ratchathani', 'Surat Thani', 'Pattaya', 'Nakhon Sawan'].map((name) => [name, 5] as const), // prettier-ignore
  ...['Chiang Rai', 'Lampang', 'Phitsanulok', 'Hua Hin', 'Krabi', 'Koh Samui', 'Nakhon Si Thammarat', 'Songkhla', 'Rayong', 'Kanchanaburi', 'Trat', 'Chumphon', 'Ranong', 'Yala', 'Loei', 'Nan', 'Tak', 'Mukdahan', 'Phra Nakhon Si Ayutthaya', 'Mae Hong Son', 'Prachuap Khiri Khan'].map((name) => [name, 6] as const), // prettier-ignore
]);
const PROVINCE_ZOOM = 8;
const AIRPORT_ZOOM = 10;
const DISTRICT_ZOOM = 11;

/** Stations and piers are places to search for, not places on a map of this scale; a capital has its name from its province. */
const UNNAMED = /Station|Terminal|Pier|^Mueang /;

function zoomOf(english: string, province: string): number {
  const large = LARGE.get(english);
  if (large !== undefined) return large;
  if (province === '') return PROVINCE_ZOOM;
  return english.includes('Airport') ? AIRPORT_ZOOM : DISTRICT_ZOOM;
}

const nameIn = (language: string, [english, thai, chinese]: Names): string =>
  language.startsWith('th') ? thai : language.startsWith('zh') ? chinese : english;

/** Towns, airports and districts of Thailand and cities around it, for the map, in the language of the reader. */
export function townsIn(language: string): readonly Town[] {
  const own = KNOWN_PLACES.filter(({ names }) => !UNNAMED.test(names['en-US'])).map(
    ({ names, province, latitude, longitude }): Town => {
      const [english, thai, chinese] = [names['en-US'], names['th-TH'], names['zh-CN']];
      return { name: nameIn(language, [english, thai, chinese]), latitude, longitude, zoom: zoomOf(english, province) };
    },
  );
  const others = (abroad as [string, string, string, number, number, number][]).map(
    ([english, thai, chinese, latitude, longitude, zoom]): Town => {
      return { name: nameIn(language, [english, thai, chinese]), latitude, longitude, zoom };
    },
  );
  return [...own, ...others];
}
