export { judge, judgementOf, lockForBooking, type Wish } from './bookable.ts';
export { carRecord, poolKey, readAvailability, readHolds, type CarRecord, type Pool } from './facts.ts';
