const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after attempt 1, 2, … (Standard Webhooks): three days in all. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)] as const;

/** What was not taken in so many attempts is given up. */
export const MAX_TRIES = PAUSES.length + 1;

/** The pause before the next attempt, up to a fifth longer, so that those that failed together part. */
export const pauseAfterTry = (tries: number, random = Math.random): number =>
  Math.round((PAUSES[tries - 1] ?? PAUSES.at(-1)!) * (1 + random() / 5));

const LONGEST_REST = 5 * MINUTE;

/** For so long a listener is left alone after failures in a row: one that is dead costs an attempt now and then. */
export const restAfter = (failures: number): number => Math.min(SECOND * 2 ** Math.min(failures, 20), LONGEST_REST);
