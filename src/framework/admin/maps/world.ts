import type { FeatureCollection } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

let loading: Promise<FeatureCollection> | undefined;

/** The countries of the world, outlines good to a few kilometres. Loaded once, from this server. */
export function loadCountries(): Promise<FeatureCollection> {
  loading ??= import('world-atlas/countries-50m.json').then(({ default: atlas }) => {
    // The package has no types, and those of the JSON itself know arcs of any length and kinds of any word.
    const topology = atlas as unknown as Topology<{ countries: GeometryCollection }>;
    return feature(topology, topology.objects.countries);
  });
  // What failed may be asked for again.
  loading.catch(() => (loading = undefined));
  return loading;
}
