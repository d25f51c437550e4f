import rows from './gazetteer.json' with { type: 'json' };

interface KnownPlace {
  readonly names: Readonly<Record<'en-US' | 'th-TH' | 'zh-CN', string>>;
  /** English name of its province; empty for provinces themselves. */
  readonly province: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Provinces of Thailand by their capitals, airports, main stations, districts of the cities that cars are rented in (D-ADM-23). */
export const KNOWN_PLACES: readonly KnownPlace[] = (rows as [string, string, string, number, number, string][]).map(
  ([english, thai, chinese, latitude, longitude, province]) => ({
    names: { 'en-US': english, 'th-TH': thai, 'zh-CN': chinese },
    province,
    latitude,
    longitude,
  }),
);
