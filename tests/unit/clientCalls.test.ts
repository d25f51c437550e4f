import { expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import { createAdminModel } from '../../packages/forecourt/src/admin/model/adminModel.ts';
import { createDataProvider } from '../../packages/forecourt/src/admin/providers/dataProvider.ts';
import { createHttp } from '../../packages/forecourt/src/admin/providers/http.ts';
import { adminSource } from '../../packages/forecourt/src/admin/testing/adminSource.ts';
import { memoryStorage } from '../../packages/forecourt/src/admin/testing/fakeServer.ts';
import { resources } from '../../src/rental/pages/testing/product.ts';
import { documentedKeys } from '../api/documentedKeys.ts';

/** Documented calls of the same form that no generated screen makes: those of steps and of the own account. */
const MADE_ELSEWHERE = [
  'POST /account/settings/save',
  'POST /order/save',
  'DELETE /order/additionalfee/delete/{id}',
  'POST /order/payment/save',
  'POST /coupon/save',
];

it('every documented list, record, save and deletion of an entity is asked for with its method and path', async () => {
  const model = createAdminModel(adminSource({ schemas: {}, resources, codes: application.model.codes }));
  const asked = new Set<string>();
  const data = { id: 7, list: [{ id: 7 }], total: 1 };
  const fetch = (input: unknown, { method }: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(String(input), 'http://test');
    asked.add(`${method} ${pathname.replace('/api', '').replace(/\/7$/, '/{id}')}`);
    return Promise.resolve(new Response(JSON.stringify({ statusCode: 200, message: '', data })));
  };
  const http = createHttp({ token: () => null, language: () => 'en-US', storage: memoryStorage(), fetch });
  const provider = createDataProvider({ model, http });
  for (const name of model.entries.keys()) {
    const { api, dialect } = await model.calls(name);
    if (dialect !== 'house') continue;
    const sort = { field: 'id', order: 'ASC' as const };
    if (api.list) await provider.getList(name, { pagination: { page: 1, perPage: 10 }, sort, filter: {} });
    if (api.options) await provider.options(name);
    if (api.info) await provider.getOne(name, { id: 7 });
    if (api.save) await provider.update(name, { id: 7, data: {}, previousData: { id: 7 } });
    if (api.delete) await provider.delete(name, { id: 7 });
  }
  const documented = [...documentedKeys.keys()].filter((call) => /\/(\w*list|save|(delete|info)\/\{id\})$/.test(call));
  expect(documented.length).toBeGreaterThan(90);
  expect(documented.filter((call) => !asked.has(call)).sort()).toEqual([...MADE_ELSEWHERE].sort());
});
