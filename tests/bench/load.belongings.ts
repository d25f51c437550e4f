import type { TableLoad } from './load.sql.ts';
import type { Size } from './size.ts';

const SERIES = 'generate_series($1::int, $2::int) i';
/** Moments that lie so far back from the newest order, one each minute of so many orders. */
const ago = (until: Date, count: number, minutes: number): string =>
  `'${until.toISOString()}'::timestamptz - (${count} - i) * interval '${minutes} minutes'`;

/** What belongs to orders, members and cars, and what is kept of calls and messages; a thousandth of each has a rare state. */
export const belongingsFor = (size: Size, until: Date): readonly TableLoad[] => {
  const refunds = Math.round(size.orders * 0.3);
  const deductions = Math.round(size.orders * 0.1);
  const violations = Math.round(size.orders * 0.3);
  const documents = size.members;
  const maintenances = size.vehicles * 2;
  const calls = size.orders;
  const messages = Math.round(size.orders * 0.5);
  const time = (count: number): string => ago(until, count, 1);
  return [
    {
      table: 'hold',
      count: size.booked + size.out,
      rows: `insert into hold ("carId", kind, "sourceId", "startTime", "endTime") select "carId", 'order', id, "plannedPickupTime", "plannedReturnTime" + interval '2 hours'
        from "order" o where id between ${size.orders - size.booked - size.out} + $1 and ${size.orders - size.booked - size.out} + $2`,
    },
    {
      table: 'refund',
      count: refunds,
      rows: `insert into refund ("refundNo", "orderId", "feeItem", amount, method, reason, status, "applyTime", "paidByStoreId", "finishTime", "createTime")
        select 'T' || lpad(i::text, 11, '0'), 1 + (i * 3) % ${size.orders}, 'total', 10000 + i % 1000, case when i % 1000 = 0 then 2 else 1 end, 'Refund ' || i, case when i % 1000 = 0 then 0 when i % 1000 = 1 then -1 else 1 end,
          ${time(refunds)}, 1 + i % ${size.stores}, ${time(refunds)}, ${time(refunds)} from ${SERIES}`,
    },
    {
      table: 'deduction',
      count: deductions,
      rows: `insert into deduction ("deductNo", "orderId", type, amount, reason, status, "submitTime", "finishTime", "createTime")
        select 'D' || lpad(i::text, 11, '0'), 1 + (i * 7) % ${size.orders}, 1, 10000 + i % 1000, 'Deduction ' || i, case when i % 1000 = 0 then 1 when i % 1000 = 1 then 2 else 3 end,
          ${time(deductions)}, ${time(deductions)}, ${time(deductions)} from ${SERIES}`,
    },
    {
      table: 'violation',
      count: violations,
      rows: `insert into violation ("carId", "noticePlate", "storeId", time, behavior, location, points, fine, match, "orderId", status, "createTime")
        select car, 'P' || lpad(car::text, 6, '0'), 1 + (car / ${size.subModels}) % ${size.stores}, ${time(violations)}, (array['超速行驶', 'Ran a red light', 'Parked where it is forbidden', 'จอดรถในที่ห้ามจอด'])[1 + i % 4], 'Road ' || i % 5000,
          case when i % 4 = 0 then 3 else 0 end, 50000, case when i % 1000 = 0 then 'undecided' when i % 1000 = 1 then 'none' else 'matched' end, case when i % 1000 > 1 then 1 + (i * 3) % ${size.orders} end, case when i % 1000 < 2 then 0 else 2 end, ${time(violations)}
        from (select i, 1 + i % ${size.vehicles} as car from ${SERIES}) v`,
    },
    {
      table: 'document',
      count: documents,
      rows: `insert into document ("memberId", type, name, url, "expiryDate", status, "uploadTime", "createTime") select i, 1, 'Document ' || i, 'document-' || i || '.jpg', current_date + i % 2000, case when i % 1000 = 0 then 1 when i % 1000 = 1 then 3 else 2 end,
          ${time(documents)}, ${time(documents)} from ${SERIES}`,
    },
    {
      table: 'maintenance',
      count: maintenances,
      rows: `insert into maintenance ("carId", "subModelId", "storeId", "storageFlag", "startTime", "endTime", items, cost, mileage, status, "createTime")
        select car, 1 + car % ${size.subModels}, 1 + (car / ${size.subModels}) % ${size.stores}, 0, ${ago(until, maintenances, 10)}, ${ago(until, maintenances, 10)} + interval '1 hour', 'Oil and filter ' || i, 150000, 10000, case when i % 1000 = 0 then 0 else 1 end, ${ago(until, maintenances, 10)}
        from (select i, 1 + i % ${size.vehicles} as car from ${SERIES}) m`,
    },
    {
      table: 'operationLog',
      count: calls,
      rows: `insert into "operationLog" (time, "userId", username, module, action, method, path, "objectId", "statusCode", message, ip, duration)
        select ${time(calls)}, 1, 'admin', case when i % 1000 = 0 then 'user' when i % 2 = 0 then 'order' else 'member' end, case when i % 1000 = 0 then 'delete' else 'save' end, 'POST', '/order/save', (i % 50000)::text,
          case when i % 10000 = 0 then 403 else 200 end, case when i % 10000 = 0 then 'Refused' end, '127.0.0.1', i % 300 from ${SERIES}`,
    },
    {
      table: 'outbox',
      count: messages,
      rows: `insert into outbox (channel, topic, recipient, text, payload, state, tries, "createTime", "sentTime", "orderId", "memberId", "storeId")
        select 'sms', case when i % 1000 = 0 then 'order-cancelled' else 'order-created' end, '1' || (13000000000 + i)::text, 'Booked', '{}', case when i % 1000 = 0 then 'failed' else 'sent' end, 1, ${time(messages)}, ${time(messages)}, 1 + i % ${size.orders}, 1 + i % ${size.members}, 1 + i % ${size.stores} from ${SERIES}`,
    },
  ];
};
