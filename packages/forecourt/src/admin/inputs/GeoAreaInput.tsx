import { lazy, Suspense, useState } from 'react';
import { Box, OutlinedInput, Skeleton } from '@mui/material';
import { useTranslate, type Validator } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { areaProblem, type Area, type Resource } from '../../model/index.ts';
import { areaToText, textToArea } from '../values/geoArea.ts';
import { positionOf, type Position } from '../values/position.ts';
import { Labelled, type FormInputProps } from './Labelled.tsx';

const AreaEditor = lazy(() => import('../maps/AreaEditor.tsx'));

/** Where the record itself is: an area is mostly around it. */
function useOwnPosition(model: Resource): Position | undefined {
  const point = model.entity.fields.find(({ widget }) => widget === 'geo-point')?.name;
  const values = useWatch({ name: [point ?? '', 'latitude', 'longitude'] }) as unknown[];
  const [document, latitude, longitude] = values;
  return positionOf(point ? (document as Record<string, unknown> | null) : { latitude, longitude });
}

/**
 * An area: drawn on the map, or typed by its corners, one `latitude, longitude` a line: what can be pasted from any map, and needs no
 * dragging (WCAG 2.5.7). An outline that crosses itself is said at the field as the server would.
 */
export function GeoAreaInput(props: FormInputProps) {
  const translate = useTranslate();
  const [draft, setDraft] = useState<string>();
  const home = useOwnPosition(props.model);
  const complete: Validator = () =>
    draft !== undefined && textToArea(draft) === undefined ? translate('admin.form.area.bad') : undefined;
  const sound: Validator = (value: Area | null) => {
    const problem = value && areaProblem(value);
    return problem ? translate(problem) : undefined;
  };
  return (
    <Labelled {...props} validate={[complete, ...props.validate, sound]}>
      {({ id, ref, value, onChange, onBlur, disabled, invalid, describedBy, label }) => (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Suspense fallback={<Skeleton variant="rounded" height={380} />}>
            <AreaEditor
              label={label}
              value={value as Area | null}
              home={home}
              disabled={disabled}
              onChange={(area) => {
                setDraft(undefined);
                onChange(area);
              }}
            />
          </Suspense>
          <OutlinedInput
            id={id}
            inputRef={ref}
            fullWidth
            size="small"
            multiline
            minRows={4}
            maxRows={12}
            disabled={disabled}
            error={invalid}
            aria-describedby={describedBy}
            placeholder={translate('admin.form.area.placeholder')}
            value={draft ?? areaToText(value)}
            onBlur={onBlur}
            onChange={(event) => {
              setDraft(event.target.value);
              onChange(textToArea(event.target.value) ?? null);
            }}
            inputProps={{
              spellCheck: false,
              inputMode: 'text',
              style: { fontVariantNumeric: 'tabular-nums', fontSize: 13 },
            }}
          />
        </Box>
      )}
    </Labelled>
  );
}
