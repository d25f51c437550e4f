export { isPromised, judge, judgementOf, lockForBooking, openOrder, relyingOn, type Wish } from './bookable.ts';
export { CAR, carFrom, carRecord, carSinceOf, readHolds, type CarRecord } from './cars.ts';
export { poolKey, readAvailability, type Pool } from './facts.ts';
export { askOfLeaving, askOfTaking, lockForTaking, takingQuestions } from './promises.ts';
