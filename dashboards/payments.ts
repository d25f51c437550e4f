import { defineDashboard, type FigureDeclaration } from 'forecourt/model';
import { PAYMENT } from '../src/rental/rules/index.ts';

const PAYMENTS: FigureDeclaration = { of: 'payment', period: 'time', scope: 'storeId' };
const IN: FigureDeclaration = { ...PAYMENTS, filter: { type: PAYMENT.income }, measure: { sum: 'amount' } };
const OUT: FigureDeclaration = { ...PAYMENTS, filter: { type: PAYMENT.refund }, measure: { sum: 'amount' } };
const NET: FigureDeclaration = {
  of: 'payment',
  measure: { named: 'netPaid' },
  period: 'named',
  scope: 'storeId',
  format: 'money',
};

const flowsBy = (by: string) => ({
  records: { ...PAYMENTS, by },
  in: { ...IN, by },
  out: { ...OUT, by },
  net: { ...NET, by },
});

/** What the journal of payments adds up to; each figure leads to its rows (D-MONEY-08). */
export default defineDashboard({
  name: 'payments',
  path: '/dashboard/payments',
  permission: 'order-payment',
  menu: { group: 'finance', sort: 20, icon: 'TrendingUp' },
  period: 'last30Days',
  sections: [
    {
      key: 'figures',
      widgets: [
        { key: 'in', kind: 'number', ...IN },
        { key: 'out', kind: 'number', ...OUT },
        { key: 'net', kind: 'number', ...NET },
        { key: 'records', kind: 'number', ...PAYMENTS },
      ],
    },
    {
      key: 'parts',
      widgets: [
        { key: 'days', kind: 'bars', wide: true, figures: { in: { ...IN, by: { time: 'time', every: 'auto' } }, out: { ...OUT, by: { time: 'time', every: 'auto' } } } }, // prettier-ignore
        { key: 'methods', kind: 'table', wide: true, figures: flowsBy('method') },
        { key: 'stores', kind: 'table', wide: true, figures: flowsBy('storeId') },
        { key: 'operators', kind: 'table', wide: true, figures: flowsBy('operatorId') },
      ],
    },
  ],
});
