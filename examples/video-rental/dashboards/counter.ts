import { defineDashboard } from 'forecourt/model';

/** What the counter has to do, and what the month brought. */
export default defineDashboard({
  name: 'counter',
  path: '/counter',
  menu: { group: 'rental', sort: 5, icon: 'PointOfSale' },
  greeting: true,
  period: 'last90Days',
  sections: [
    {
      key: 'now',
      widgets: [
        { key: 'out', kind: 'number', of: 'rental', filter: { status: 1 } },
        { key: 'late', kind: 'number', of: 'rental', filter: { status: 1, dueOnEnd: 'today-1' }, tone: 'late' },
        { key: 'waiting', kind: 'number', of: 'reservation', filter: { status: 1 }, tone: 'waiting' },
      ],
    },
    {
      key: 'period',
      widgets: [
        {
          key: 'rented',
          kind: 'bars',
          of: 'rental',
          period: 'rentedOn',
          by: { time: 'rentedOn', every: 'auto' },
          wide: true,
        },
        { key: 'states', kind: 'share', of: 'rental', period: 'rentedOn', by: 'status' },
        {
          key: 'staff',
          kind: 'ranking',
          of: 'rental',
          period: 'rentedOn',
          by: 'staffId',
          figures: { rented: {}, lateFees: { measure: { sum: 'lateFee' } } },
        },
      ],
    },
  ],
});
