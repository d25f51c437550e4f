import { defineResource } from '../../model/index.ts';
import type { SignInProvider } from '../types.generated.ts';

export default defineResource<SignInProvider>({
  schema: 'signInProvider',
  permission: { base: 'signinprovider', route: 'signinprovider' },
  route: { list: '/system/signinprovider' },
  api: {
    list: '/system/signinprovider/list',
    info: '/system/signinprovider/info/{id}',
    save: '/system/signinprovider/save',
  },
  menu: { group: 'system', sort: 75, icon: 'Shield' },
  list: {
    columns: ['name', 'issuer', 'makesUsers', 'linksByEmail', 'domains', 'passwordsOff', 'status'],
    hiddenColumns: ['label', 'clientId', 'roleClaim', 'scopeClaim', 'emergencyUserId', 'createTime'],
    filters: ['keyword', 'status'],
    sort: ['name', 'asc'],
    rowClick: 'show',
    card: ['name', 'issuer', 'status'],
  },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'provider', fields: ['name', 'label', 'issuer', 'clientId', 'secret', 'scopes', 'status'] },
      { key: 'people', fields: ['makesUsers', 'linksByEmail', 'domains', 'roleId'] },
      { key: 'rights', fields: ['roleClaim', 'roleMap', 'scopeClaim', 'scopeMap', 'trustedFactors'] },
      { key: 'passwords', fields: ['passwordsOff', 'emergencyUserId'] },
    ],
  },
});
