import { expect, it } from 'vitest';
import { compileModel, defineDashboard, defineResource, type ResourceDeclaration } from '../../../model/index.ts';
import { widgetAnswer } from './answer.ts';

const resource = defineResource<Record<string, unknown>>({
  schema: 'meter',
  permission: { base: 'meter', route: 'meter-list' },
  list: { columns: ['count'] },
}) as ResourceDeclaration<never>;
const model = compileModel({
  schemas: {
    meter: {
      type: 'object',
      properties: { count: { type: 'integer', format: 'int64' }, fee: { type: 'number', 'x-widget': 'money' } },
    },
  },
  resources: [resource],
  codes: {},
  dashboards: [
    defineDashboard({
      name: 'desk',
      path: '/desk',
      sections: [
        {
          key: 'all',
          widgets: [
            {
              key: 'meters',
              kind: 'number',
              of: 'meter',
              figures: {
                sum: { measure: { sum: 'count' } },
                mean: { measure: { average: 'count' } },
                fees: { measure: { sum: 'fee' } },
              },
            },
          ],
        },
      ],
    }),
  ],
});
const widget = model.dashboards[0]!.sections[0]!.widgets[0]!;

const totals = (...values: readonly string[]): unknown[] => {
  const rows = values.map((value, figure) => ({ figure, compared: false, key: null, whole: true, value, name: null, groups: 0 })); // prettier-ignore
  const asked = { now: 0, zone: 'UTC', listZone: 'UTC' };
  return widgetAnswer(widget, asked, { zone: 'UTC', figures: [] }, rows, 2).figures.map(({ total }) => total);
};

it('figures that a number holds are numbers; of others every digit is told', () => {
  expect(totals('12', '1.23456', '1250')).toEqual([12, 1.2346, 12.5]);
  expect(totals('9007199254740991', '9007199254740990.5', '-999999999999999')).toEqual([
    9_007_199_254_740_991, 9_007_199_254_740_990, -9_999_999_999_999.99,
  ]);
  expect(totals('-9007199254740992', '0', '-9007199254740991')).toEqual(['-9007199254740992', 0, '-90071992547409.91']);
  expect(totals('18446744073709551614', '9223372036854775806.5', '-900719925474099312')).toEqual([
    '18446744073709551614',
    '9223372036854775807',
    '-9007199254740993.12',
  ]);
});
