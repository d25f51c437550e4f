import { describe, expect, it } from 'vitest';
import { renterWarnings } from './renterPapers.ts';

const sound = {
  ...{ birthday: '1990-01-01', licenceEnd: '2030-01-01', phone: '0812345678' },
  ...{ pickupDate: '2027-03-01', returnDate: '2027-03-04' },
};
const codesOf = (changes: Partial<typeof sound> | { birthday: null; licenceEnd: null }) =>
  renterWarnings({ ...sound, ...changes }).map(({ code }) => code);

describe('the papers of a renter at the pickup', () => {
  it.each([
    [{}, []],
    [{ birthday: null, licenceEnd: null }, []],
    [{ birthday: '2010-05-01' }, ['order.warning.tooYoung']],
    // Eighteen on the day of the pickup.
    [{ birthday: '2009-03-01' }, []],
    [{ birthday: '2009-03-02' }, ['order.warning.tooYoung']],
    [{ licenceEnd: '2027-03-03' }, ['order.warning.licenceEnds']],
    // The last day counts.
    [{ licenceEnd: '2027-03-04' }, []],
    [{ phone: '138****1234' }, ['order.warning.phoneHidden']],
  ] as const)('%j: %j', (changes, codes) => expect(codesOf(changes)).toEqual(codes));
});
