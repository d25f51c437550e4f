import type { ServerModule } from '../../../framework/server/contract.ts';
import { availableCars } from './availableCars.ts';

export { judge, judgementOf, lockForBooking, type Wish } from './bookable.ts';
export { carRecord, poolKey, readAvailability, readHolds, type CarRecord, type Pool } from './facts.ts';

/** What is free when. */
export const availabilityServer: ServerModule = { commands: [availableCars] };
