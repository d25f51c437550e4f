import { lazy, Suspense } from 'react';
import { Skeleton } from '@mui/material';
import { positionOf } from '../values/position.ts';
import { Labelled, type FormInputProps } from './Labelled.tsx';
import { ObjectControl } from './nestedControls.tsx';

const PointPicker = lazy(() => import('../maps/PointPicker.tsx'));

/** For a point whose schema does not describe its parts. */
const PARTS = {
  type: 'object',
  properties: {
    latitude: { type: 'number', minimum: -90, maximum: 90 },
    longitude: { type: 'number', minimum: -180, maximum: 180 },
  },
} as const;

/** A position: typed as two numbers, found by the name of a place, or chosen on the map. */
export function GeoPointInput(props: FormInputProps) {
  const { model, field } = props;
  return (
    <Labelled {...props} group>
      {({ value, onChange, disabled, label, error }) => (
        <>
          <ObjectControl
            resource={model.name}
            schema={field.schema.properties ? field.schema : PARTS}
            label={label}
            value={value}
            disabled={disabled}
            error={error}
            onChange={onChange}
          />
          <Suspense fallback={<Skeleton variant="rounded" height={300} sx={{ mt: 1 }} />}>
            <PointPicker
              label={label}
              value={positionOf(value as Record<string, unknown> | null)}
              disabled={disabled}
              onChange={onChange}
            />
          </Suspense>
        </>
      )}
    </Labelled>
  );
}
