import type { RentalContext } from './database.ts';

/** The user who did it; null where no user did: a channel. */
export const operatorOf = ({ actor }: Pick<RentalContext, 'actor'>): number | null =>
  actor.id === 0 ? null : actor.id;
