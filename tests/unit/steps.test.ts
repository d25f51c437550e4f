import { describe, expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import {
  COUPON_TRANSITIONS,
  DEDUCTION_TRANSITIONS,
  ORDER_STEPS,
  ORDER_TRANSITIONS,
  REFUND_TRANSITIONS,
  VEHICLE_TRANSITIONS,
  VIOLATION_TRANSITIONS,
} from '../../src/rental/rules/index.ts';

/**
 * Machines and buttons follow from the tables of steps. What cannot follow, because it stands in a schema or with the code that does the work,
 * is held to them here.
 */
interface Row {
  readonly event: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly permission: string;
}

/** Where the name that everybody uses is another than the event of the table. */
const NAMES: Readonly<Record<string, string>> = {
  'vehicle list': 'online',
  'vehicle delist': 'offline',
  'coupon void': 'cancel',
};
const MACHINES: readonly (readonly [string, readonly Row[]])[] = [
  ['order', ORDER_TRANSITIONS],
  ['vehicle', VEHICLE_TRANSITIONS],
  ['deduction', DEDUCTION_TRANSITIONS],
  ['refund', REFUND_TRANSITIONS],
  ['violation', VIOLATION_TRANSITIONS],
  ['coupon', COUPON_TRANSITIONS.map((row) => ({ ...row, permission: row.permissions[0]! }))],
];
const nameOf = (entity: string, event: string): string => NAMES[`${entity} ${event}`] ?? event;

describe.each(MACHINES)('the steps of %s', (entity, table) => {
  const resource = application.model.resources.get(entity)!;
  const rowsOf = (action: string): readonly Row[] => table.filter(({ event }) => nameOf(entity, event) === action);

  it('that lead to another state are the transitions of its schema', () => {
    const declared = resource.entity.schema['x-states']!.transitions.flatMap(({ action, from, to }) =>
      from.filter((state) => state !== to).map((state) => `${action}: ${state} → ${to}`),
    );
    const moves = table.filter(({ from, to }) => from !== null && to !== null && from !== to);
    expect(declared.toSorted()).toEqual(
      moves.map(({ event, from, to }) => `${nameOf(entity, event)}: ${from} → ${to}`).toSorted(),
    );
  });

  it('have buttons and calls that ask for the permission of the table', () => {
    const buttons = resource.actions.filter(({ name }) => rowsOf(name).length > 0);
    expect(buttons.length).toBeGreaterThan(1);
    for (const { name, keys, post } of buttons) {
      const permission = rowsOf(name)[0]!.permission;
      expect([name, keys]).toEqual([name, [permission]]);
      const command = application.module.commands?.find(({ path, method }) => method === 'POST' && path === post);
      expect([name, [command?.permission].flat().includes(permission)]).toEqual([name, true]);
    }
  });
});

it('every step of an order has its button', () => {
  const { actions } = application.model.resources.get('order')!;
  expect(ORDER_STEPS.map(({ event }) => event).filter((event) => !actions.some(({ name }) => name === event))).toEqual(
    [],
  );
});
