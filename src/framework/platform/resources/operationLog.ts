import { defineResource } from '../../model/index.ts';
import type { OperationLog } from '../types.generated.ts';

export default defineResource<OperationLog>({
  schema: 'operationLog',
  permission: { base: 'syslog', route: 'syslog' },
  route: { list: '/system/syslog' },
  api: { list: '/basics/OperationLog/list' },
  menu: { group: 'system', sort: 40, icon: 'History' },
  list: {
    columns: ['time', 'username', 'module', 'action', 'objectId', 'statusCode', 'message', 'ip', 'duration'],
    hiddenColumns: ['method', 'path', 'params'],
    filters: ['keyword', { name: 'module', operator: 'equals' }, 'userId', 'time'],
    sort: ['time', 'desc'],
    rowClick: 'show',
    card: ['time', 'username', 'action'],
  },
});
