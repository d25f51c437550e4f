import type { ReactNode } from 'react';
import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { FieldValue, useLabels, type ShowGroupProps } from 'forecourt/admin';

interface FormerPlate {
  readonly id: number;
  readonly plate: string;
  readonly validFrom: string | null;
  readonly validUntil: string;
  readonly reason: string;
  readonly operator: string | null;
}

interface PlateRow {
  readonly plate: string;
  readonly isCurrent?: boolean;
  readonly from: ReactNode;
  readonly until: ReactNode;
  readonly about?: string;
}

function Plate({ plate, isCurrent, from, until, about }: PlateRow) {
  return (
    <li>
      <Typography sx={{ fontWeight: isCurrent ? 600 : undefined }}>{plate}</Typography>
      <Typography component="div" color="text.secondary" sx={{ fontSize: 13, overflowWrap: 'anywhere' }}>
        {from} – {until}
        {about && ` · ${about}`}
      </Typography>
    </li>
  );
}

/** The plates of a car with their times, today's first (D-CAR-17). */
export default function VehiclePlates({ model, record }: ShowGroupProps) {
  useLabels(model.name);
  const translate = useTranslate();
  const former = ((record['plates'] ?? []) as readonly FormerPlate[]).toReversed();
  const time = (value: unknown) => (
    <FieldValue model={model} name="plateFrom" record={{ id: record.id, plateFrom: value }} />
  );
  const start = (value: unknown) => (value ? time(value) : translate('resources.vehicle.texts.plateEver'));
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
      <Plate
        isCurrent
        plate={String(record['plate'] ?? '')}
        from={start(record['plateFrom'])}
        until={translate('resources.vehicle.texts.plateToday')}
      />
      {former.map(({ id, plate, validFrom, validUntil, reason, operator }) => (
        <Plate
          key={id}
          plate={plate}
          from={start(validFrom)}
          until={time(validUntil)}
          about={[reason, operator].filter(Boolean).join(' · ')}
        />
      ))}
    </Box>
  );
}
