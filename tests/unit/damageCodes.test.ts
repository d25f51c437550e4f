import { expect, it } from 'vitest';
import { codes } from '../../resources/codes.ts';
import { DAMAGE_KINDS, DAMAGE_PARTS, DAMAGE_ZONE_NAMES, partOf } from '../../src/rental/rules/index.ts';

it('the list of damage prices has every part that a mark can be on, and every kind', () => {
  expect(codes.damagePart.map(({ code }) => code)).toEqual(DAMAGE_PARTS);
  expect(codes.damageKind.map(({ code }) => code)).toEqual(DAMAGE_KINDS);
  expect(new Set(DAMAGE_ZONE_NAMES.map(partOf))).toEqual(new Set(DAMAGE_PARTS));
  expect(partOf('leftRearDoor')).toBe('door');
});
