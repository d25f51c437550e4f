/** What the page of the orders asks of its rows; `src/rental/pages/narrowLists.test.tsx` holds it against the page. */
export const ORDER_FIELDS: readonly string[] = [
  ...['orderNo', 'memberId', 'renterName', 'renterPhone', 'pickupStoreId', 'pickupStoreName', 'returnStoreId'],
  ...['returnStoreName', 'subModelId', 'subModelName', 'carId', 'plate', 'plannedPickupTime', 'plannedReturnTime'],
  ...['rentalDays', 'rentalHours', 'total', 'due', 'listLabel', 'detailLabel', 'overdue', 'actions', 'updateTime'],
];
