/** A store as its form sends it; its name is free in the rental company of the tests. */
export const STORE = {
  storeName: 'Karon',
  operatorName: 'Somchai',
  address: 'Karon Beach',
  size: 80,
  status: 1,
  cityId: 1,
  is24h: 0,
  businessHours: { start: '08:00', end: '20:00' },
  minAdvance: { value: 2, unit: 'hour' },
  maxAdvance: { value: 90, unit: 'day' },
  serviceTime: { start: '09:00', end: '18:00' },
  advanceTime: { value: 1, unit: 'hour' },
  fee: 300,
  serviceArea: {
    type: 'Polygon',
    coordinates: [
      [
        [98, 7],
        [99, 7],
        [99, 8],
        [98, 7],
      ],
    ],
  },
};
