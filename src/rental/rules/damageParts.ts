/** What a part is, whichever side it is on: the list of damage prices knows no more (D-ORD-37). */
export const DAMAGE_PARTS = [
  'wing',
  'door',
  'sill',
  'wheel',
  'mirror',
  'bonnet',
  'windscreen',
  'roof',
  'rearWindow',
  'bootLid',
  'bumper',
  'grille',
  'headlight',
  'tailgate',
  'taillight',
] as const;
export type DamagePart = (typeof DAMAGE_PARTS)[number];

/** What may be wrong with a part. */
export const DAMAGE_KINDS = ['scratch', 'dent', 'crack', 'missing'] as const;
export type DamageKind = (typeof DAMAGE_KINDS)[number];
