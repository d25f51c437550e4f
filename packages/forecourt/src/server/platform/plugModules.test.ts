import { expect, it } from 'vitest';
import { plugModules } from './mergeModules.ts';

const beforeSave = async (): Promise<void> => undefined;

it('adds what plug-ins register to the module of the application', () => {
  const merged = plugModules({ pay: { hooks: { payment: { beforeSave } } } }, { hooks: { order: { beforeSave } } });
  expect(Object.keys(merged.hooks ?? {})).toEqual(['payment', 'order']);
});

it('refuses two that register one name, with both names', () => {
  const one = { hooks: { payment: { beforeSave } } };
  expect(() => plugModules({ cash: one, cards: one }, {})).toThrow(
    'server modules "cash" and "cards" of plug-ins both register hooks "payment": leave one of them out',
  );
  expect(() => plugModules({ cash: one }, one)).toThrow(
    'server module "cash" of a plug-in registers hooks "payment", which the application has itself',
  );
});
