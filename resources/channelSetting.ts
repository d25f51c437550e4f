import { defineResource } from 'forecourt/model';
import type { ChannelSetting } from '../schemas/types.generated.ts';

export default defineResource<ChannelSetting>({
  schema: 'channelSetting',
  permission: { base: 'channelsetting', route: 'channels-setting', words: { add: 'edit' } },
  route: { list: '/channels/setting' },
  api: { list: '/channels/setting/list', save: '/channels/setting/save' },
  menu: { group: 'channels', sort: 40, icon: 'Key' },
  list: {
    columns: [
      'channel',
      'enabled',
      'tolerancePercent',
      'abovePercent',
      'stockDays',
      'stockTime',
      'remark',
      'updateTime',
    ],
    filters: ['enabled', 'oldSignature'],
    sort: ['channel', 'asc'],
    short: ['stockTime', 'updateTime'],
    views: { calendar: false },
    card: ['channel', 'enabled', 'tolerancePercent'],
  },
  form: {
    layout: 'dialog',
    width: 560,
    groups: [
      {
        key: 'basic',
        fields: [
          'channel',
          'enabled',
          'secret',
          'oldSignature',
          'tolerancePercent',
          'abovePercent',
          'stockDays',
          'remark',
        ],
      },
    ],
  },
  actions: [{ name: 'reconcile', post: '/channels/setting/reconcile', permission: 'edit', confirm: true }],
});
