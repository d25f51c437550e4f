import runs from './land.json' with { type: 'json' };

/**
 * Land of the earth in cells of a quarter of a degree, each row from the south as lengths of sea and land in turn (base 36), the date line
 * first. Made of Natural Earth's land in 1 : 50 million (public domain); a cell beside land counts as land, so that coasts, bridges and ferries do.
 */
const CELL = 0.25;

/** Whether a place is on land or within some fifty kilometres of it. */
export function isLand(latitude: number, longitude: number): boolean {
  const row = runs[Math.min(runs.length - 1, Math.floor((latitude + 90) / CELL))]!;
  let left = Math.floor((longitude + 180) / CELL);
  let land = false;
  for (const run of row === '' ? [] : row.split(' ')) {
    left -= Number.parseInt(run, 36);
    if (left < 0) return land;
    land = !land;
  }
  return land;
}
