export { isPromised, judge, judgementOf, lockForBooking, openOrder, relyingOn, type Wish } from './bookable.ts';
export { CAR, carRecord, poolKey, readAvailability, readHolds, type CarRecord, type Pool } from './facts.ts';
