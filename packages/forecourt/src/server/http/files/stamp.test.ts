import { expect, it } from 'vitest';
import { markOf } from './stamp.ts';

it('the mark of a private picture says the minute by the clock of the zone, not that of UTC', () => {
  const at = Date.UTC(2026, 10, 23, 18, 5, 59);
  expect(markOf('clerk1', at, 'Asia/Bangkok')).toBe('clerk1 2026-11-24 01:05');
  expect(markOf('clerk1', at, 'America/New_York')).toBe('clerk1 2026-11-23 13:05');
});
