import { sql } from 'kysely';
import { calls } from '../../calls/index.ts';
import { languageOf } from '../../rules/index.ts';
import { defineCommand, type RentalContext } from '../database.ts';
import { findKnown, match, type Place } from './gazetteer.ts';

const MOST = 20;

interface Ranked extends Place {
  /** 2: begins with the word, 1: contains it. */
  readonly rank: number;
}

interface Query {
  readonly keyword?: string;
  readonly cityId?: number;
}

/** LIKE wants its own signs escaped. */
const containing = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;

const ranked = (keyword: string, places: readonly Place[]): Ranked[] =>
  places.map((place) => ({ ...place, rank: Math.max(1, match(keyword, [place.name])) }));

/** Stores and their delivery points that the user may see. */
async function findOwn(keyword: string, { db, inScope }: RentalContext): Promise<Ranked[]> {
  const wanted = containing(keyword);
  const { rows } = await sql<Place>`
    select "storeName" as name, coalesce(address, '') as address, (location ->> 'latitude')::double precision as latitude,
      (location ->> 'longitude')::double precision as longitude
    from store where location is not null and ("storeName" ilike ${wanted} or address ilike ${wanted}) and ${inScope('store', 'store')}
    union all
    select name, coalesce(address, ''), latitude, longitude
    from "deliveryFee" where latitude is not null and longitude is not null and kind = 1 and status = 1
      and (name ilike ${wanted} or address ilike ${wanted}) and ${inScope('deliveryFee', 'deliveryFee')}
    limit ${MOST}
  `.execute(db);
  return ranked(keyword, rows);
}

/** The cities of the business: what a map shows to begin with. */
async function cities({ db }: RentalContext): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select "cityName" as name, province as address, latitude, longitude from city where status = 1 order by id limit ${MOST}
  `.execute(db);
  return rows;
}

/** Square of the distance, in degrees that are as long east as north: enough to tell near from far. */
function distance(place: Place, from: { latitude: number; longitude: number }): number {
  const east = (place.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180);
  return east ** 2 + (place.latitude - from.latitude) ** 2;
}

/** Best first: what begins with the word, then what is near the city, each place once. */
async function arranged(places: readonly Ranked[], { cityId }: Query, { db }: RentalContext): Promise<Place[]> {
  const { rows } = await sql<{ latitude: number; longitude: number }>`
    select latitude, longitude from city where id = ${cityId ?? null}
  `.execute(db);
  const [city] = rows;
  const seen = new Set<string>();
  return places
    .toSorted((one, other) => other.rank - one.rank || (city ? distance(one, city) - distance(other, city) : 0))
    .filter(({ name, latitude, longitude }) => {
      const key = `${name} ${latitude.toFixed(3)} ${longitude.toFixed(3)}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MOST)
    .map(({ name, address, latitude, longitude }) => ({ name, address, latitude, longitude }));
}

/** Places by name: the user's stores and delivery points, then the built-in gazetteer; without a word the cities (D-ADM-23). */
export const searchPlace = defineCommand(calls.searchPlace, {
  async run(query, context) {
    const keyword = query.keyword?.trim() ?? '';
    if (keyword === '') return cities(context);
    return arranged(
      [...(await findOwn(keyword, context)), ...findKnown(keyword, languageOf(context.language))],
      query,
      context,
    );
  },
});
