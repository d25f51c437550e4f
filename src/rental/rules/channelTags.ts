/** What Fliggy shows beside a model, by the ids that settings keep (D-CHN-01), in the order in which they are offered. */
export const CHANNEL_TAGS = [
  { id: 1, code: 'freeCancellation' },
  { id: 2, code: 'confirmedAtOnce' },
  { id: 3, code: 'unlimitedMileage' },
  { id: 4, code: 'freeDelivery' },
  { id: 5, code: 'chineseSpeaking' },
  { id: 6, code: 'airportPickup' },
  { id: 7, code: 'childSeat' },
  { id: 8, code: 'newCar' },
] as const;
