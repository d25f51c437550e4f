import { mergeModules, type ServerModule } from 'forecourt/server';
import { adminServer, companyNames, userColumns, userFacts, userScope } from './admin/index.ts';
import { analysisServer } from './analysis/index.ts';
import { carChangeServer } from './carChange/index.ts';
import { channelServer } from './channels/index.ts';
import { couponServer } from './coupon/index.ts';
import { drawerServer } from './drawer/index.ts';
import { gpsServer } from './gps/index.ts';
import { memberServer } from './member/index.ts';
import { moneyServer } from './money/index.ts';
import { gauges } from './gauges.ts';
import { sums } from './sums.ts';
import { notifications } from './notifications.ts';
import { numbersServer } from './numbers/index.ts';
import { orderServer } from './order/index.ts';
import { placesServer } from './places/index.ts';
import { demo, firstStart } from './seed/index.ts';
import { smsServer } from './sms/index.ts';
import { stockServer } from './stock/index.ts';
import { violationServer } from './violation/index.ts';
import { tripServer } from './trips/index.ts';
import { upkeepServer } from './upkeep/index.ts';
import { storeServer } from './store/index.ts';

/** The car-rental business as the framework's server registers it. */
export const rentalServer: ServerModule = {
  ...mergeModules(
    adminServer,
    memberServer,
    analysisServer,
    numbersServer,
    placesServer,
    channelServer,
    couponServer,
    orderServer,
    carChangeServer,
    drawerServer,
    moneyServer,
    smsServer,
    stockServer,
    violationServer,
    tripServer,
    upkeepServer,
    storeServer,
    gpsServer,
  ),
  notifications,
  gauges,
  sums,
  userColumns,
  userScope,
  userFacts,
  companyNames,
  account: {
    notifications: ['orders', 'upkeep', 'documents', 'system'],
    bindings: ['fliggy', 'zuzuche'],
    countryCode: '+66',
  },
  seed: firstStart,
  demo,
};
