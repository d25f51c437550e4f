import { defineResource } from 'forecourt/model';
import type { FlashRent } from '../schemas/types.generated.ts';

export default defineResource<FlashRent>({
  schema: 'flashRent',
  permission: { base: 'flashrent', route: 'channels-flashrent', words: { add: 'edit' } },
  route: { list: '/channels/flashrent' },
  api: { list: '/channels/flashrent/list', save: '/channels/flashrent/save' },
  menu: { group: 'channels', sort: 20, icon: 'Bolt' },
  list: {
    columns: ['storeId', 'subModelId', 'enabled', 'quota', 'leadHours', 'remark', 'updateTime'],
    hiddenColumns: ['createTime'],
    filters: ['storeId', 'subModelId', 'enabled'],
    sort: ['updateTime', 'desc'],
    short: ['updateTime', 'createTime'],
    card: ['subModelId', 'storeId', 'enabled', 'quota', 'leadHours'],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [{ key: 'basic', fields: ['storeId', 'subModelId', 'enabled', 'quota', 'leadHours', 'remark'] }],
  },
});
