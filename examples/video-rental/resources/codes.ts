import type { CodeTables } from 'forecourt/model';

/** Code tables of the shop; labels are `codes.<table>.<code>`. A tone is the colour of a state's chip. */
export const codes = {
  job: [{ code: 1 }, { code: 2 }, { code: 3 }],
  level: [{ code: 1 }, { code: 2 }, { code: 3 }],
  rating: [{ code: 1 }, { code: 2 }, { code: 3 }, { code: 4 }],
  extra: [{ code: 1 }, { code: 2 }, { code: 3 }],
  medium: [{ code: 1 }, { code: 2 }, { code: 3 }],
  condition: [
    { code: 1, tone: 'done' },
    { code: 2, tone: 'done' },
    { code: 3, tone: 'waiting' },
    { code: 4, tone: 'late' },
  ],
  rentalStatus: [
    { code: 1, tone: 'active' },
    { code: 2, tone: 'done' },
    { code: 3, tone: 'late' },
  ],
  method: [{ code: 1 }, { code: 2 }, { code: 3 }],
  reservationStatus: [
    { code: 1, tone: 'waiting' },
    { code: 2, tone: 'done' },
    { code: 3, tone: 'off' },
  ],
  purchaseStatus: [
    { code: 1, tone: 'waiting' },
    { code: 2, tone: 'active' },
    { code: 3, tone: 'done' },
    { code: 4, tone: 'off' },
  ],
} as const satisfies CodeTables;
