import { describe, expect, it } from 'vitest';
import { dirtyWarnings, isDirty, readinessProblems } from './carReady.ts';

describe('ready or to be washed (D-CAR-19)', () => {
  it.each([
    [0, []],
    [1, []],
    [2, ['vehicle.refusal.state.2']],
    [3, ['vehicle.refusal.state.3']],
    [4, ['vehicle.refusal.state.4']],
  ] as const)('can be said of a vehicle of status %i: %j', (status, refusals) => {
    expect(readinessProblems({ status }).map(({ code }) => code)).toEqual(refusals);
  });

  it('is ready where nobody ever said otherwise', () => {
    expect([{}, { ready: null }, { ready: 1 }, { ready: 0 }].map(isDirty)).toEqual([false, false, false, true]);
  });

  it('warns of an unwashed vehicle at its field, and of no other', () => {
    expect(dirtyWarnings({ dirty: true })).toEqual([{ code: 'vehicle.warning.dirty', params: {}, field: 'carId' }]);
    expect([dirtyWarnings({ dirty: false }), dirtyWarnings({})]).toEqual([[], []]);
  });
});
