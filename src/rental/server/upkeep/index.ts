import { defineModule } from '../database.ts';
import { upkeepColumns } from './columns.ts';
import { inspectionHooks } from './inspections.ts';
import { POLICIES_OF_FORMS, insuranceHooks } from './policies.ts';
import {
  insureMany,
  inspectMany,
  inspectionHistory,
  insuranceHistory,
  maintenanceHistory,
  saveMileage,
} from './reminders.ts';
import { completeWork, maintenanceHooks } from './workOrders.ts';

export { keepTyped, newlyShown } from './policies.ts';

/** What keeps the cars fit to drive: work orders, policies, inspections, and what reminds of them. */
export const upkeepServer = defineModule({
  hooks: { maintenance: maintenanceHooks, insurance: insuranceHooks, annualInspection: inspectionHooks },
  computed: upkeepColumns,
  commands: [
    completeWork,
    saveMileage,
    ...[maintenanceHistory, insuranceHistory, inspectionHistory],
    ...[insureMany, inspectMany],
  ],
  migrations: [{ name: 'policies-of-forms', sql: POLICIES_OF_FORMS }],
});
