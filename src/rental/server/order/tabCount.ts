import { calls } from '../../calls/index.ts';
import { defineCommand } from '../database.ts';
import { ORDER_TABS } from './computed.ts';

/** Numbers on the tabs of the order list; they follow the other filters (D-ORD-05). */
export const tabCount = defineCommand(calls.tabCount, {
  async run({ tab: _tab, ...filters }, context) {
    const counts = await context.counts(
      'order',
      ORDER_TABS.map((tab) => ({ ...filters, tab })),
    );
    return Object.fromEntries(ORDER_TABS.map((tab, at) => [tab, counts[at]!]));
  },
});
