import { defineResource } from '../../model/index.ts';
import type { LoginLog } from '../types.generated.ts';

export default defineResource<LoginLog>({
  schema: 'loginLog',
  permission: { base: 'sysloginlog', route: 'sysloginlog' },
  route: { list: '/system/loginlog' },
  api: { list: '/basics/LoginLog/list' },
  menu: { group: 'system', sort: 50, icon: 'Login' },
  list: {
    columns: ['time', 'username', 'result', 'message', 'ip', 'userAgent'],
    filters: ['keyword', 'result', 'time'],
    sort: ['time', 'desc'],
    rowClick: false,
    card: ['time', 'username', 'result'],
  },
});
