import type { ServerModule } from '../../../framework/server/contract.ts';
import { orderActionsColumn } from './actions.ts';
import { orderColumns, orderFilters, ownTasksOnly } from './computed.ts';
import { quote } from './quote.ts';
import { saveOrder } from './save.ts';

/** The life of an order, from the quote to the settlement. */
export const orderServer: ServerModule = {
  commands: [quote, saveOrder],
  computed: { ...orderColumns, orderActions: orderActionsColumn },
  filters: orderFilters,
  rowScopes: { order: ownTasksOnly },
};
