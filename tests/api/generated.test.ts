import { application } from '../../src/application.ts';
import { generatedTests } from '../generated/index.ts';

generatedTests(application, {
  without: {
    deduction: 'it needs a deposit-free order whose car is out, which commands make (D-DED-02)',
    storageOrder: 'it holds its car, which a record that is gone from the table alone would keep for ever (D-STOCK-02)',
  },
  fit: {
    subModel: {
      why: 'the brand is the brand of the model (D-CAR-15)',
      fit: (record, { sentFor }) => ({ ...record, brandId: sentFor('model', record['modelId'])['brandId'] }),
    },
    vehicle: {
      why: 'brand and model are those of the sub-model, and the store changes by dispatch only (D-CAR-15)',
      fit(record, { sentFor, before }) {
        const { brandId, modelId } = sentFor('subModel', record['subModelId']);
        return { ...record, brandId, modelId, storeId: before?.['storeId'] ?? record['storeId'] };
      },
    },
    store: {
      why: 'hours end after they begin, nights lie apart from them, the least advance is shorter than the most (D-ADM-10, D-ADM-26)',
      fit: (record) => ({
        ...record,
        ...(record['businessHours'] ? { businessHours: { start: '08:00', end: '20:00' } } : {}),
        nightHours: { start: '20:00', end: '08:00' },
        serviceTime: { start: '09:00', end: '18:00' },
        minAdvance: { value: 1, unit: 'hour' },
        maxAdvance: { value: 90, unit: 'day' },
      }),
    },
    holiday: {
      why: 'no two holidays overlap (D-HOL-01)',
      fit(record, { ordinal }) {
        const day = new Date(Date.UTC(2026, 0, 1 + 2 * ordinal)).toISOString().slice(0, 10);
        return { ...record, startDate: day, endDate: day };
      },
    },
    violation: {
      why: 'a car has its plate when it offends (D-UPK-06)',
      fit(record, { sentFor }) {
        const registered = sentFor('vehicle', record['carId'])['registerDate'] as string | null;
        return registered && String(record['time']) < registered
          ? { ...record, time: `${registered} 00:00:00` }
          : record;
      },
    },
    price: {
      why: 'holidays are known and named once (D-PRICE-05)',
      fit: (record) => ({ ...record, holidayPrices: [] }),
    },
  },
});
