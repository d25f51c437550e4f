import type { Row } from 'forecourt/server';
import { fromBaht, type DamageKind, type DamagePart } from '../../../rules/index.ts';

/** For each eighth of a tank that is missing at the return. */
export const FUEL_PRICE = fromBaht(250);

/** Baht for a scratch, a dent, a crack and what is missing; 0: nobody has a price for it. */
const PRICES: Readonly<Record<DamagePart, readonly [number, number, number, number]>> = {
  wing: [1500, 2500, 4500, 0],
  door: [1800, 3000, 5500, 0],
  sill: [1200, 2200, 3800, 0],
  wheel: [800, 1500, 4200, 6000],
  mirror: [600, 900, 1800, 3500],
  bonnet: [2500, 4000, 7500, 0],
  windscreen: [1000, 0, 5500, 0],
  roof: [2500, 4500, 8000, 0],
  rearWindow: [900, 0, 4500, 0],
  bootLid: [2000, 3200, 6000, 0],
  bumper: [1500, 2500, 4000, 8500],
  grille: [700, 1200, 2200, 3000],
  headlight: [800, 0, 4800, 6500],
  tailgate: [2200, 3500, 6500, 0],
  taillight: [500, 0, 2400, 3200],
};
const KINDS: readonly DamageKind[] = ['scratch', 'dent', 'crack', 'missing'];

/** The list of damage prices (D-ORD-37), with gaps as a real one has. */
export function damagePrices(): readonly Row[] {
  const rows = Object.entries(PRICES).flatMap(([part, amounts]) =>
    KINDS.map((kind, index) => ({ part, kind, baht: amounts[index]! })),
  );
  return rows
    .filter(({ baht }) => baht > 0)
    .map(({ part, kind, baht }, index) => ({ id: index + 1, part, kind, amount: fromBaht(baht) }));
}
