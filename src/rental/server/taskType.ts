import type { Actor } from 'forecourt/server';

/** 1 delivery staff, 2 pickup staff, null everybody else. */
export const taskTypeOf = (actor: Pick<Actor, 'facts'>): number | null =>
  (actor.facts['taskType'] as number | null | undefined) ?? null;
