import { defineCommand } from '../../../framework/server/contract.ts';
import type { Tables } from '../database.ts';
import { ORDER_TABS } from './computed.ts';

/** Numbers on the tabs of the order list; they follow the other filters (D-ORD-05). */
export const tabCount = defineCommand<Readonly<Record<string, string>>, Tables>({
  method: 'GET',
  path: '/order/tabcount',
  permission: 'order-list',
  // The filters of the list, which refuses what it does not know.
  input: { type: 'object', additionalProperties: { type: 'string' } },
  async run({ tab: _tab, ...filters }, context) {
    const counts = await context.counts(
      'order',
      ORDER_TABS.map((tab) => ({ ...filters, tab })),
    );
    return Object.fromEntries(ORDER_TABS.map((tab, at) => [tab, counts[at]]));
  },
});
