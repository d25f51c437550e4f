import { defineModule } from '../database.ts';
import { violationColumns } from './columns.ts';
import {
  chargeViolation,
  decideViolation,
  deductViolation,
  matchViolation,
  notifyViolation,
  rematchViolations,
  violationStatus,
} from './commands.ts';
import { violationHooks } from './hooks.ts';

export { matchStored } from './custody.ts';

/** Traffic offences: whose they are, and how they are paid (D-UPK-06). */
export const violationServer = defineModule({
  commands: [
    ...[matchViolation, violationStatus, decideViolation, rematchViolations],
    ...[deductViolation, chargeViolation, notifyViolation],
  ],
  hooks: { violation: violationHooks },
  computed: violationColumns,
});
