import type { Row } from 'forecourt/server';

const DAY_MS = 86_400_000;

/** Keys that nobody has made yet: a secret that is the same in every demonstration would open them all. */
export const apiKeys = (userId: number, now: number): readonly Row[] => [
  {
    name: 'Accounting export',
    userId,
    readsOnly: true,
    perMinute: 600,
    status: 1,
    expireTime: new Date(now + 180 * DAY_MS),
  },
  { name: 'Old website', userId, readsOnly: true, perMinute: 60, status: 0, expireTime: new Date(now + 30 * DAY_MS) },
];
