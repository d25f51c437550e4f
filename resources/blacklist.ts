import { defineResource } from 'forecourt/model';
import type { Blacklist } from '../schemas/types.generated.ts';

export default defineResource<Blacklist>({
  schema: 'blacklist',
  permission: { base: 'blacklist', route: 'member-blacklist' },
  route: { list: '/member/blacklist' },
  api: {
    list: '/member/blacklist/list',
    save: '/member/blacklist/save',
    delete: '/member/blacklist/delete/{id}',
  },
  menu: { group: 'member', sort: 20, icon: 'Block' },
  list: {
    columns: ['type', 'phone', 'names', 'openOrders', 'reason', 'addedBy'],
    below: { phone: 'idNo', addedBy: 'createTime' },
    hiddenColumns: ['idNo', 'members', 'createTime'],
    short: ['createTime'],
    filters: ['keyword', 'type'],
    sort: ['createTime', 'desc'],
    card: ['phone', 'names', 'idNo', 'type', 'reason'],
  },
  form: { layout: 'dialog', width: 560 },
});
