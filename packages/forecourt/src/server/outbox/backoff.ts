const FIRST_MS = 15_000;
const LONGEST_MS = 3_600_000;

/** A message that was not taken in so many attempts is given up: an hour or two after the first. */
export const MAX_ATTEMPTS = 10;

/** Pause after attempt 1, 2, …: doubled each time up to an hour, and somewhere in its second half, so that those that failed together part. */
export function pauseAfter(attempt: number, random = Math.random): number {
  const longest = Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS);
  return Math.round(longest * (0.5 + random() / 2));
}
