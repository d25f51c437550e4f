import { defineResource } from 'forecourt/model';
import type { ChannelMessage } from '../schemas/types.generated.ts';

export default defineResource<ChannelMessage>({
  schema: 'channelMessage',
  permission: { base: 'channelmessage', route: 'channels-message' },
  route: { list: '/channels/message', show: '/channels/message/:id' },
  api: { list: '/channels/message/list', info: '/channels/message/info/{id}' },
  menu: { group: 'channels', sort: 30, icon: 'MoveToInbox' },
  list: {
    columns: ['createTime', 'channel', 'kind', 'channelOrderNo', 'orderId', 'state', 'reasons'],
    hiddenColumns: ['messageId', 'version', 'storeId', 'tries', 'doneTime'],
    filters: ['keyword', 'state', 'channel', 'kind', 'storeId', 'createTime', { name: 'orderId', hidden: true }],
    sort: ['createTime', 'desc'],
    rowClick: 'show',
    short: ['createTime', 'doneTime'],
    card: ['channelOrderNo', 'channel', 'kind', 'state', 'reasons'],
    views: { calendar: false, board: false },
    savedFilters: [
      { key: 'refused', filter: { state: 'refused' } },
      { key: 'parked', filter: { state: 'parked' } },
    ],
  },
  show: {
    groups: [
      { key: 'message', fields: ['channel', 'kind', 'channelOrderNo', 'version', 'messageId', 'createTime'] },
      { key: 'result', fields: ['state', 'reasons', 'orderId', 'storeId', 'tries', 'doneTime'] },
    ],
    related: false,
  },
  actions: [
    {
      name: 'apply',
      post: '/channels/message/apply',
      permission: 'edit',
      when: { properties: { state: { enum: ['refused', 'parked'] } } },
      confirm: true,
    },
  ],
});
