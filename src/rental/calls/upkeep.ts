import type { AnnualInspection, Insurance, Maintenance } from '../../../schemas/types.generated.ts';
import { defineCall, FLAG, ID, INTEGER, list, NOTHING, object, record, typed } from 'forecourt/calls';
import { BAHT, code, DATE, REMARK, TIME_OR_EMPTY } from './parts.ts';

const MILEAGE = { type: 'integer', minimum: 0, maximum: 5_000_000 } as const;
const CAR = object({ carId: ID });
/** As many cars as a list shows at once. */
const IDS = typed<readonly number[]>({
  type: 'array',
  items: ID,
  minItems: 1,
  maxItems: 100,
});

export const upkeepCalls = {
  completeWork: defineCall({
    method: 'POST',
    path: '/car/maintenanceinfo/complete',
    summary: 'Complete a work order: the vehicle is free again, with its new mileage',
    permission: 'maintenance-enable',
    input: object({ id: ID }, { endTime: TIME_OR_EMPTY, mileage: MILEAGE, cost: BAHT, confirmed: FLAG }),
    answer: NOTHING,
    log: { module: 'maintenance', action: 'complete', object: 'id' },
    success: 'msg.success.update',
  }),
  saveMileage: defineCall({
    method: 'POST',
    path: '/car/maintenance/savemileage',
    summary: 'Say what the speedometer of a vehicle shows',
    permission: 'maintenancealert-edit',
    input: object(
      { carId: ID, mileage: MILEAGE },
      {
        maintenanceCycle: { type: 'integer', minimum: 1, maximum: 200_000 },
        nextMaintenanceMileage: MILEAGE,
        remark: REMARK,
        confirmed: FLAG,
      },
    ),
    answer: NOTHING,
    log: { module: 'vehicle', action: 'savemileage', object: 'carId' },
    success: 'msg.success.update',
  }),
  maintenanceHistory: defineCall({
    method: 'GET',
    path: '/car/maintenance/history/{carId}',
    summary: 'Work orders of a vehicle, newest first',
    permission: 'car-maintenance',
    input: CAR,
    answer: list(record<Maintenance>('maintenance')),
  }),
  insuranceHistory: defineCall({
    method: 'GET',
    path: '/car/insurance/history/{carId}',
    summary: 'Policies of a vehicle, the longest first',
    permission: 'car-insurance',
    input: CAR,
    answer: list(record<Insurance>('insurance')),
  }),
  insureMany: defineCall({
    method: 'POST',
    path: '/car/insurance/savebatch',
    summary: 'A policy with the same dates for several vehicles',
    permission: 'insurance-edit',
    input: object(
      { ids: IDS, type: code('insuranceType'), startDate: DATE, endDate: DATE },
      { company: { ...ID, type: ['integer', 'null'] } },
    ),
    answer: object({ count: INTEGER }),
    log: { module: 'insurance', action: 'savebatch' },
    success: 'msg.success.save',
  }),
  inspectionHistory: defineCall({
    method: 'GET',
    path: '/car/annualinspection/history/{carId}',
    summary: 'Inspections of a vehicle, newest first',
    permission: 'car-annualinspection',
    input: CAR,
    answer: list(record<AnnualInspection>('annualInspection')),
  }),
  inspectMany: defineCall({
    method: 'POST',
    path: '/car/annualinspection/savebatch',
    summary: 'The same next inspection date for several vehicles',
    permission: 'inspection-edit',
    input: object({ ids: IDS, nextInspectionDate: DATE }, { remark: REMARK }),
    answer: object({ count: INTEGER }),
    log: { module: 'annualInspection', action: 'savebatch' },
    success: 'msg.success.save',
  }),
};
