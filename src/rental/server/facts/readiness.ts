import { READINESS } from '../../rules/index.ts';
import type { RentalContext } from '../database.ts';

/** What a car is written with that somebody has washed now (D-CAR-19). */
export const cleaned = ({ actor, now }: Pick<RentalContext, 'actor' | 'now'>) => ({
  ready: READINESS.ready,
  readyTime: new Date(now),
  readyUserId: actor.id,
});

/** What a car is written with that has to be washed. */
export const soiled = { ready: READINESS.dirty, readyTime: null, readyUserId: null };
