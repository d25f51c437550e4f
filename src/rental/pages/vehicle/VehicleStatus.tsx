import { Box } from '@mui/material';
import { ToneChip, useAdminRuntime, useCodeLabel, useLabels, type DisplayProps } from 'forecourt/admin';
import { isDirty, READINESS, readinessProblems } from '../../rules/index.ts';
import type { Vehicle } from '../../../../schemas/types.generated.ts';

const YES = 1;

/** The status of a car, and the marks of one that stands in the shop, in storage or unwashed: its status does not say so (D-CAR-02, D-STOCK-02, D-CAR-19). */
export default function VehicleStatus({
  field,
  value,
  record,
  resource,
  tight,
}: DisplayProps<Pick<Vehicle, 'inShop' | 'inStorage' | 'ready'>>) {
  const { model } = useAdminRuntime();
  const label = useCodeLabel();
  const labels = useLabels(resource);
  const { inShop, inStorage } = record;
  const standsDirty = isDirty(record) && readinessProblems({ status: Number(value) }).length === 0;
  const table = field.codes ?? '';
  const tone = model.codes[table]?.find(({ code }) => code === value)?.tone;
  return (
    // In a column marks stand below each other: they are few, and the column stays narrow.
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        flexWrap: 'wrap',
        gap: 0.5,
        ...(tight && { flexDirection: 'column', alignItems: 'start' }),
      }}
    >
      <ToneChip tone={tone} label={label(table, value)} />
      {standsDirty && <ToneChip tone="waiting" label={label('vehicleReady', READINESS.dirty)} />}
      {inShop === YES && <ToneChip tone="waiting" label={labels.field('inShop')} />}
      {inStorage === YES && <ToneChip tone="off" label={labels.field('inStorage')} />}
    </Box>
  );
}
