import { application } from '../../src/application.ts';
import { generatedTests } from '../../packages/forecourt/generated/index.ts';

/** Which record is the fee of a store for a return in a city. */
const feeOf = new Map<string, number>();

generatedTests(application, {
  days: 3,
  without: {
    channelSetting:
      'there are two channels, each has one row, and its secret has sixteen characters at least (D-CHN-04)',
    document: 'its picture is a file that its own user uploaded, and belongs to it alone (D-MEM-05)',
    deduction: 'it needs a deposit-free order whose car is out, which commands make (D-DED-02)',
  },
  entangled: {
    storageOrder: 'it holds its car, which a record that is gone from the table alone would keep for ever (D-STOCK-02)',
    dispatchPlan: 'it holds its car from its departure on, and its stores lie apart (D-STOCK-05)',
    maintenance: 'it holds its car as a storage order does, and moves its mileage (D-UPK-01)',
    carTrip: 'it moves the mileage of its car, and lies in the past (D-CAR-20)',
    insurance: 'the form of a car makes policies as well (D-UPK-05)',
    annualInspection: 'it moves the expiry of its car, stays with it and is never deleted (D-UPK-04)',
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
        // What insures it is said by policies of their own (D-UPK-05).
        const policies = { compulsoryInsurance: null, commercialInsurance: null };
        return { ...record, ...policies, brandId, modelId, storeId: before?.['storeId'] ?? record['storeId'] };
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
    deliveryFee: {
      why: 'a point has both coordinates and both hours, or neither; another city is not that of the store, and has one fee (D-ADM-07)',
      fit({ storeId, cityId, pickupFee, remark }, { ordinal, sentFor }) {
        const common = { storeId, pickupFee, remark, status: 1 };
        const elsewhere = `${String(storeId)} to ${String(cityId)}`;
        const isOther = Boolean(cityId) && cityId !== sentFor('store', storeId)['cityId'];
        if (isOther && (feeOf.get(elsewhere) ?? ordinal) === ordinal && ordinal % 2 === 0) {
          feeOf.set(elsewhere, ordinal);
          return { ...common, kind: 2, cityId };
        }
        return {
          ...common,
          ...{ kind: 1, name: `Point ${ordinal}`, deliveryFee: pickupFee },
          ...{ latitude: 7.9, longitude: 98.4, startTime: '08:00', endTime: '20:00' },
        };
      },
    },
    price: {
      why: 'holidays are known and named once (D-PRICE-05)',
      fit: (record) => ({ ...record, holidayPrices: [] }),
    },
  },
});
