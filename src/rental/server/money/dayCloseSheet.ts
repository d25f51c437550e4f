import { writeXlsx, type Cell, type ExportColumn } from 'forecourt/server';
import type { DayClose, DayPayment } from '../../calls/index.ts';
import type { RentalContext } from '../database.ts';
import { PAYMENT } from '../../rules/index.ts';

/** The records of a day as a spreadsheet in the language of the reader; money that went out stands below zero, so that the column adds up. */
export function dayCloseSheet(
  day: Pick<DayClose, 'date' | 'payments'>,
  { t }: Pick<RentalContext, 't'>,
): AsyncIterable<Uint8Array> {
  const column = (name: string, kind: ExportColumn['kind'], cell: (row: DayPayment) => Cell): ExportColumn => ({
    name,
    header: t(
      name === 'orderNo' || name === 'renterName'
        ? `resources.order.fields.${name}`
        : `resources.payment.fields.${name}`,
    ),
    kind,
    cell: (row) => cell(row as DayPayment),
  });
  const columns = [
    column('time', 'dateTime', (row) => row.time),
    column('createTime', 'dateTime', (row) => row.createTime),
    column('late', 'text', (row) => t(`codes.paymentLate.${row.late}`)),
    column('orderNo', 'text', (row) => row.orderNo),
    column('renterName', 'text', (row) => row.renterName),
    column('type', 'text', (row) => t(`codes.paymentType.${row.type}`)),
    column('method', 'text', (row) => t(`codes.paymentMethod.${row.method}`)),
    column('feeItem', 'text', (row) => t(`codes.feeItem.${row.feeItem}`)),
    column('amount', 'money', (row) => (row.type === PAYMENT.income ? row.amount : -row.amount)),
    column('transactionNo', 'text', (row) => row.transactionNo),
    column('operatorId', 'text', (row) => row.operator),
    column('remark', 'text', (row) => row.remark),
  ];
  return writeXlsx(
    day.date,
    columns,
    (async function* () {
      yield day.payments;
    })(),
  );
}
