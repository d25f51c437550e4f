import type { ServerModule } from '../../framework/server/contract.ts';
import { adminServer, userInfo, userScope } from './admin/index.ts';
import { availabilityServer } from './availability/index.ts';
import { mergeModules } from './merge.ts';
import { numbersServer } from './numbers/index.ts';
import { orderServer } from './order/index.ts';
import { demo, firstStart } from './seed/index.ts';

/** The car-rental business as the framework's server registers it. */
export const rentalServer: ServerModule = {
  ...mergeModules(adminServer, numbersServer, availabilityServer, orderServer),
  userScope,
  userInfo,
  seed: firstStart,
  demo,
};
