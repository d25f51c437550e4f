import { defineResource } from 'forecourt/model';
import type { ChannelDifference } from '../schemas/types.generated.ts';

export default defineResource<ChannelDifference>({
  schema: 'channelDifference',
  permission: { base: 'channelmessage', route: 'channels-message' },
  route: { list: '/channels/difference' },
  api: { list: '/channels/difference/list' },
  menu: { group: 'channels', sort: 35, icon: 'Difference' },
  list: {
    columns: ['day', 'storeId', 'kind', 'ourFree', 'ourPrice', 'createTime'],
    // Theirs stands under ours.
    below: { day: 'channel', storeId: 'subModelId', ourFree: 'theirFree', ourPrice: 'theirPrice' },
    hiddenColumns: ['channel', 'subModelId', 'theirFree', 'theirPrice'],
    filters: ['channel', 'day', 'storeId', 'subModelId', 'kind'],
    sort: ['day', 'asc'],
    rowClick: false,
    short: ['day', 'createTime'],
    card: ['subModelId', 'storeId', 'day', 'kind', 'channel', 'ourFree', 'theirFree', 'ourPrice', 'theirPrice'],
    views: { calendar: false, board: false },
  },
  show: { related: false },
});
