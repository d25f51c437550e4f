import { defineResource } from '../../model/index.ts';
import type { OperationLog } from '../types.generated.ts';

export default defineResource<OperationLog>({
  schema: 'operationLog',
  permission: { base: 'syslog', route: 'syslog' },
  route: { list: '/system/syslog', show: '/system/syslog/detail/:id' },
  api: { list: '/basics/OperationLog/list', info: '/basics/OperationLog/info/{id}' },
  menu: { group: 'system', sort: 40, icon: 'History' },
  list: {
    columns: ['time', 'username', 'module', 'action', 'objectId', 'statusCode', 'message', 'ip', 'duration'],
    hiddenColumns: ['door', 'method', 'path', 'params'],
    filters: [
      'keyword',
      'time',
      { name: 'module', operator: 'equals' },
      'userId',
      { name: 'action', operator: 'equals' },
      { name: 'objectId', operator: 'equals' },
      { name: 'result', registered: 'callResult', codes: 'loginResult' },
    ],
    sort: ['time', 'desc'],
    rowClick: 'show',
    card: ['time', 'username', 'module', 'action', 'statusCode'],
  },
  show: {
    groups: [
      {
        key: 'call',
        fields: ['time', 'username', 'module', 'action', 'objectId', 'statusCode', 'message', 'ip', 'door', 'duration'],
      },
      { key: 'changes', fields: [], component: 'CallChanges' },
      { key: 'request', fields: ['method', 'path', 'params'] },
    ],
  },
  components: {
    module: { field: 'LogModule', filter: 'LogModuleFilter' },
    action: { field: 'LogAction' },
    statusCode: { field: 'LogResult' },
    objectId: { field: 'LogObject' },
    params: { field: 'LogInput' },
  },
});
