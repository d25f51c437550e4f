import { DAMAGE_PARTS, type DamagePart } from './damageParts.ts';

/** The five drawings of a car's sketch. */
export const DAMAGE_VIEWS = ['left', 'top', 'right', 'front', 'rear'] as const;
export type DamageView = (typeof DAMAGE_VIEWS)[number];

/** Where a mark stands in its drawing: thousandths of its width and height. */
export interface DamageSpot {
  readonly x: number;
  readonly y: number;
}

const spot = (view: DamageView, x: number, y: number) => ({ view, x, y });

/** The parts of a car that a mark can be put on, and where it goes when only the part is named (D-ORD-31). The front is on the left. */
export const DAMAGE_ZONES = {
  leftFrontWing: spot('left', 130, 560),
  leftFrontDoor: spot('left', 410, 620),
  leftRearDoor: spot('left', 640, 620),
  leftRearWing: spot('left', 890, 560),
  leftSill: spot('left', 520, 810),
  leftFrontWheel: spot('left', 210, 790),
  leftRearWheel: spot('left', 800, 790),
  leftMirror: spot('left', 330, 430),
  bonnet: spot('top', 150, 500),
  windscreen: spot('top', 320, 500),
  roof: spot('top', 530, 500),
  rearWindow: spot('top', 740, 500),
  bootLid: spot('top', 890, 500),
  rightFrontWing: spot('right', 870, 560),
  rightFrontDoor: spot('right', 590, 620),
  rightRearDoor: spot('right', 360, 620),
  rightRearWing: spot('right', 110, 560),
  rightSill: spot('right', 480, 810),
  rightFrontWheel: spot('right', 790, 790),
  rightRearWheel: spot('right', 200, 790),
  rightMirror: spot('right', 670, 430),
  frontBumper: spot('front', 500, 760),
  grille: spot('front', 500, 620),
  leftHeadlight: spot('front', 850, 600),
  rightHeadlight: spot('front', 150, 600),
  rearBumper: spot('rear', 500, 750),
  tailgate: spot('rear', 500, 480),
  leftTaillight: spot('rear', 140, 560),
  rightTaillight: spot('rear', 860, 560),
} as const satisfies Readonly<Record<string, DamageSpot & { readonly view: DamageView }>>;
export type DamageZone = keyof typeof DAMAGE_ZONES;
export const DAMAGE_ZONE_NAMES = Object.keys(DAMAGE_ZONES) as readonly DamageZone[];

/** The part nearest to a spot of a drawing. */
export function zoneAt(view: DamageView, { x, y }: DamageSpot): DamageZone {
  const distance = (zone: DamageZone): number => Math.hypot(DAMAGE_ZONES[zone].x - x, DAMAGE_ZONES[zone].y - y);
  return DAMAGE_ZONE_NAMES.filter((zone) => DAMAGE_ZONES[zone].view === view).reduce((nearest, zone) =>
    distance(zone) < distance(nearest) ? zone : nearest,
  );
}

/** The part of a zone: `leftRearDoor` is a door. Every zone ends in the name of its part. */
export function partOf(zone: DamageZone): DamagePart {
  return DAMAGE_PARTS.find((part) => zone.toLowerCase().endsWith(part.toLowerCase()))!;
}

/** Marks a car has room for; who needs more gives the car to the workshop. */
export const MOST_MARKS = 60;

/**
 * The marks of a car after a handover: those it had without the ones that are mended, and the new ones with the numbers that follow. A number
 * is never given twice as long as its mark is there, so that both ends of a rental mean the same scratch by it (D-ORD-31).
 */
export function marksAfter<Mark>(
  before: readonly (Mark & { readonly no: number })[],
  added: readonly Mark[],
  mended: readonly number[],
): readonly (Mark & { readonly no: number })[] {
  const last = Math.max(0, ...before.map(({ no }) => no));
  return [
    ...before.filter(({ no }) => !mended.includes(no)),
    ...added.map((mark, index) => ({ ...mark, no: last + 1 + index })),
  ];
}

/** The numbers of the marks that were not there before. */
export const newMarks = (
  now: readonly { readonly no: number }[],
  before: readonly { readonly no: number }[],
): ReadonlySet<number> => new Set(now.map(({ no }) => no).filter((no) => !before.some((known) => known.no === no)));

/** How a car is drawn. */
export type BodyShape = 'saloon' | 'hatchback' | 'suv' | 'van' | 'pickup';
const SHAPES: Readonly<Record<number, BodyShape>> = {
  1: 'hatchback',
  2: 'hatchback',
  3: 'saloon',
  4: 'suv',
  5: 'van',
  6: 'van',
  7: 'pickup',
  8: 'saloon',
};
/** The drawing of a category of vehicles; of one that is not known a saloon. */
export const bodyShapeOf = (category: number | null | undefined): BodyShape => SHAPES[category ?? 0] ?? 'saloon';
