import { sql } from 'kysely';
import type { ServerModule } from '../../framework/server/index.ts';
import { adminServer } from './admin/index.ts';
import { demo, firstStart } from './seed/index.ts';

const empty = { sql: () => sql`null::text` };
const all = { sql: () => undefined };

/** The car-rental business as the framework's server registers it. The computed columns of orders answer nothing yet. */
export const rentalServer: ServerModule = {
  ...adminServer,
  computed: {
    orderPayStatus: empty,
    orderDue: empty,
    orderListLabel: empty,
    orderDetailLabel: empty,
    orderProgressLabel: empty,
    orderOverdue: empty,
    orderActions: empty,
  },
  filters: { orderTab: all, orderListLabel: all },
  seed: firstStart,
  demo,
};
