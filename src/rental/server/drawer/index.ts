import { defineModule } from '../database.ts';
import { countDrawer, takeOverDrawer } from './count.ts';
import { closeMonth, monthBooks } from './monthClose.ts';

export { bookDay } from './drawer.ts';
export { DAYS_OF_PAYMENTS, PAYMENT_DAY_MIGRATION } from './migration.ts';
export { expectedNow, nextCount, type NextCount } from './next.ts';
export { staffOfStore } from './staff.ts';

/** Drawers of stores: which day a payment counts in, and what lies in them when they are counted. */
export const drawerServer = defineModule({ commands: [countDrawer, takeOverDrawer, monthBooks, closeMonth] });
