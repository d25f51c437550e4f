import { Box } from '@mui/material';
import { ToneChip, useAdminRuntime, useCodeLabel, useLabels, type DisplayProps } from 'forecourt/admin';
import { AUDIT, isDirty, READINESS, readinessProblems } from '../../rules/index.ts';
import type { Vehicle } from '../../../../schemas/types.generated.ts';

const YES = 1;

/** The status of a car, and what it does not say: nobody has approved the car, it stands in the shop, in storage or unwashed (D-CAR-02, D-CAR-03, D-STOCK-02, D-CAR-19). */
export default function VehicleStatus({
  field,
  value,
  record,
  resource,
}: DisplayProps<Pick<Vehicle, 'auditStatus' | 'inShop' | 'inStorage' | 'ready'>>) {
  const { model } = useAdminRuntime();
  const label = useCodeLabel();
  const labels = useLabels(resource);
  const { auditStatus, inShop, inStorage } = record;
  const standsDirty = isDirty(record) && readinessProblems({ status: Number(value) }).length === 0;
  const table = field.codes ?? '';
  const tone = model.codes[table]?.find(({ code }) => code === value)?.tone;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <ToneChip tone={tone} label={label(table, value)} />
      {auditStatus === AUDIT.pending && <ToneChip tone="waiting" label={label('auditStatus', auditStatus)} />}
      {standsDirty && <ToneChip tone="waiting" label={label('vehicleReady', READINESS.dirty)} />}
      {inShop === YES && <ToneChip tone="waiting" label={labels.field('inShop')} />}
      {inStorage === YES && <ToneChip tone="off" label={labels.field('inStorage')} />}
    </Box>
  );
}
