import { expect, test } from 'vitest';
import { defineModule } from '../../src/rental/server/database.ts';

test('the compiler refuses hooks and row scopes of tables that the product does not have', () => {
  // @ts-expect-error there is no table "ordre"
  defineModule({ rowScopes: { ordre: () => undefined } });
  // @ts-expect-error there is no table "vehicel"
  defineModule({ hooks: { vehicel: {} } });
  // @ts-expect-error there is no such hook
  defineModule({ hooks: { order: { beforeSvae: () => undefined } } });
  expect(defineModule({ rowScopes: { order: () => undefined }, hooks: { vehicle: {} } })).toHaveProperty(
    'hooks.vehicle',
  );
});
