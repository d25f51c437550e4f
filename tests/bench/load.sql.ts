import { belongingsFor } from './load.belongings.ts';
import type { Size } from './size.ts';

const SURNAMES = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕';
const GIVEN = '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀英霞平刚桂华建国志文博宇轩子涵欣怡梓萱浩然雨桐思远嘉琪晓东海燕';

/** One character of a text by a number, in SQL. */
const letter = (text: string, number: string): string =>
  `substr('${text}', (1 + (${number}) % ${[...text].length})::int, 1)`;
/** A spread-out number from a row number: the same on every run, unlike random(). */
const spread = (seed: number, row = 'i'): string => `((${row}::bigint * 2654435761 + ${seed} * 40503) % 2147483647)`;

const name = (row: string): string =>
  `${letter(SURNAMES, spread(1, row))} || ${letter(GIVEN, spread(2, row))} || case when ${row} % 3 = 0 then '' else ${letter(GIVEN, spread(3, row))} end`;
const phone = (row: string): string =>
  `'1' || (30 + ${spread(4, row)} % 60)::text || lpad((${spread(5, row)} % 100000000)::text, 8, '0')`;

/** The inserts of one table. */
export interface TableLoad {
  readonly table: string;
  /** What is counted to; `rows` inserts what the numbers from `$1` to `$2` stand for. */
  readonly count: number;
  readonly rows: string;
}

const SERIES = 'generate_series($1::int, $2::int) i';

/** Rows by table, in the order of their relations; every row follows from its number alone. `until`: when the newest order was booked. */
export const loadsFor = (size: Size, until: Date): readonly TableLoad[] => [
  {
    table: 'city',
    count: 12,
    rows: `insert into city (id, "cityName", province, country, "cityCode", latitude, longitude, "timeZone", status) select i, 'City ' || i, 'Province', 'Thailand', 'C' || i, 13, 100, 'Asia/Bangkok', 1 from ${SERIES}`,
  },
  {
    table: 'store',
    count: size.stores,
    rows: `insert into store (id, "storeName", "operatorName", address, size, status, "cityId", "minAdvance", "maxAdvance", "serviceTime", "advanceTime", fee, "serviceArea", "is24h")
     select i, 'Store ' || i, 'Operator', 'Address', 100, 1, 1 + i % 12, '{"value":1,"unit":"hour"}', '{"value":180,"unit":"day"}', '{"start":"08:00","end":"20:00"}', '{"value":1,"unit":"hour"}', 0,
            '{"type":"Polygon","coordinates":[]}', 1 from ${SERIES}`,
  },
  {
    table: 'brand',
    count: 8,
    rows: `insert into brand (id, name) select i, 'Brand ' || i from ${SERIES}`,
  },
  {
    table: 'model',
    count: 20,
    rows: `insert into model (id, "brandId", name) select i, 1 + i % 8, 'Model ' || i from ${SERIES}`,
  },
  {
    table: 'subModel',
    count: size.subModels,
    rows: `insert into "subModel" (id, "brandId", "modelId", name, displacement) select i, 1 + (1 + i % 20) % 8, 1 + i % 20, 'Sub ' || i, '1.5L' from ${SERIES}`,
  },
  {
    table: 'price',
    count: size.stores,
    rows: `insert into price ("storeId", "subModelId", "dailyPrice", "monthlyPrice", deposit, status, "holidayPrices") select s, m, 90000 + m * 1000, 1800000 + m * 20000, 300000, 1, '[]' from generate_series($1::int, $2::int) s, generate_series(1, ${size.subModels}) m`,
  },
  {
    table: 'vehicle',
    count: size.vehicles,
    rows: `insert into vehicle (id, "brandId", "modelId", "subModelId", "storeId", "cityId", plate, "frameNo", "engineNo", status, "auditStatus", mileage, year, "registerDate", "inspectionExpiry", "compulsoryInsurance")
     select i, 1 + (1 + (1 + i % ${size.subModels}) % 20) % 8, 1 + (1 + i % ${size.subModels}) % 20, 1 + i % ${size.subModels}, 1 + (i / ${size.subModels}) % ${size.stores}, 1 + (1 + (i / ${size.subModels}) % ${size.stores}) % 12,
            'P' || lpad(i::text, 6, '0'), 'F' || lpad(i::text, 14, '0'), 'E' || lpad(i::text, 10, '0'), 1, 1, 10000 + i % 90000, 2024, current_date - 400, current_date + 300,
            jsonb_build_object('endDate', (current_date + 300)::text) from ${SERIES}`,
  },
  {
    table: 'insurance',
    count: size.vehicles,
    rows: `insert into insurance ("carId", type, "endDate") select i, 1, current_date + 300 from ${SERIES}`,
  },
  {
    table: 'member',
    count: size.members,
    rows: `insert into member (id, name, "countryCode", phone, "idType", "idNo", email, channel, status) select i, ${name('i')}, '+86', '1' || lpad((3000000000 + i)::text, 10, '0'), 2, 'E' || lpad(i::text, 8, '0'), 'member' || i || '@example.com', 1 + i % 5, 1 from ${SERIES}`,
  },
  {
    table: 'order',
    count: size.orders,
    rows: `insert into "order" (id, "orderNo", channel, "memberId", "renterName", "renterCountryCode", "renterPhone", "renterIdType", "renterIdNo", "pickupStoreId", "returnStoreId", "subModelId", "carId",
       "plannedPickupTime", "plannedReturnTime", "actualPickupTime", "actualReturnTime", "rentalDays", "pickupType", "returnType", "depositType", total, payable, paid, status, "contractStatus", "priceSnapshot", "createTime", "updateTime")
     select i, 'R' || lpad(i::text, 11, '0'), (array[4, 1, 2, 3])[1 + i % 4], 1 + i % ${size.members}, ${name('i')}, '+86', ${phone('i')}, 2, 'E' || lpad((i % 99999999)::text, 8, '0'), store, store, 1 + i % ${size.subModels}, 1 + i % ${size.vehicles},
            booked + interval '5 days', booked + interval '8 days', case when state in (2, 3) then booked + interval '5 days' end,
            case when state = 3 then booked + interval '8 days' end, 3, 0, 0, 3, 300000 + (i % 1000) * 100, 300000 + (i % 1000) * 100, case when i % 5 = 0 then 0 else 300000 + (i % 1000) * 100 end,
            state, 1, '{}', booked, booked
     from (select i, case when i > ${size.orders - size.booked} then 1 when i > ${size.orders - size.booked - size.out} then 2 when i % 19 = 0 then -1 else 3 end as state,
       1 + (${spread(7)} % ${size.stores})::int as store, '${until.toISOString()}'::timestamptz - (${size.orders} - i) * interval '60 seconds' as booked from ${SERIES}) r`,
  },
  {
    table: 'payment',
    count: size.orders,
    rows: `insert into payment ("orderId", type, amount, "feeItem", method, time, "storeId", day) select id, 1, paid, 'total', 1, "createTime", "pickupStoreId", ("createTime" at time zone 'Asia/Bangkok')::date
     from "order" where paid > 0 and id between $1 and $2`,
  },
  ...belongingsFor(size, until),
];
