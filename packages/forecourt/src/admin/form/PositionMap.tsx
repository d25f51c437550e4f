import { lazy, Suspense } from 'react';
import { Skeleton } from '@mui/material';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Field, Resource } from '../../model/index.ts';
import { positionOf } from '../values/position.ts';
import { useFieldRules } from './useFieldRules.ts';

const PointPicker = lazy(() => import('../maps/PointPicker.tsx'));

interface PositionFields {
  readonly latitude: Field;
  readonly longitude: Field;
}

/** Two numbers called `latitude` and `longitude` are one position, as they are for the map of a list. */
export function positionFields(fields: readonly Field[]): PositionFields | undefined {
  const number = (name: string) => fields.find((field) => field.name === name && field.kind === 'number');
  const [latitude, longitude] = [number('latitude'), number('longitude')];
  return latitude && longitude ? { latitude, longitude } : undefined;
}

/** The map for two numbers that stand in the form as well. */
export function PositionMap({ model, fields }: { model: Resource; fields: PositionFields }) {
  const { setValue } = useFormContext();
  const [latitude, longitude] = useWatch({ name: ['latitude', 'longitude'] }) as unknown[];
  const rules = [useFieldRules(model, fields.latitude), useFieldRules(model, fields.longitude)];
  if (rules.some(({ shown }) => !shown)) return null;
  const change = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={300} />}>
      <PointPicker
        value={positionOf({ latitude, longitude })}
        disabled={rules.some(({ disabled }) => disabled)}
        onChange={(position) => {
          setValue('latitude', position.latitude, change);
          setValue('longitude', position.longitude, change);
        }}
      />
    </Suspense>
  );
}
