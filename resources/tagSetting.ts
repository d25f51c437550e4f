import { defineResource } from 'forecourt/model';
import type { TagSetting } from '../schemas/types.generated.ts';

export default defineResource<TagSetting>({
  schema: 'tagSetting',
  permission: { base: 'settag', route: 'channels-settag', words: { add: 'edit' } },
  route: { list: '/channels/settag' },
  api: { list: '/channels/settag/list', save: '/channels/settag/save' },
  menu: { group: 'channels', sort: 10, icon: 'Label' },
  list: {
    columns: ['storeId', 'subModelId', 'tagIds', 'status'],
    hiddenColumns: ['updateTime', 'createTime'],
    filters: ['storeId', 'subModelId', 'status'],
    sort: ['updateTime', 'desc'],
    short: ['updateTime', 'createTime'],
    card: ['subModelId', 'storeId', 'tagIds', 'status'],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [{ key: 'basic', fields: ['storeId', 'subModelId', 'tagIds', 'status'] }],
  },
  components: { tagIds: { input: 'TagsInput' } },
});
