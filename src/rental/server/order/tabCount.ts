import { defineCommand } from '../../../framework/server/contract.ts';
import type { Tables } from '../database.ts';
import { ORDER_TABS } from './computed.ts';

/** Numbers on the tabs of the order list; they follow the other filters (D-ORD-05). */
export const tabCount = defineCommand<Readonly<Record<string, string>>, Tables>({
  method: 'GET',
  path: '/order/tabcount',
  permission: 'order-list',
  transaction: true,
  // The filters of the list, which refuses what it does not know.
  input: { type: 'object', additionalProperties: { type: 'string' } },
  async run({ tab: _tab, ...filters }, context) {
    const counts: Record<string, number> = {};
    for (const tab of ORDER_TABS) counts[tab] = await context.count('order', { ...filters, tab });
    return counts;
  },
});
