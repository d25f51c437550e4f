import { Fragment, Suspense } from 'react';
import { Box, Skeleton, Typography } from '@mui/material';
import type { Resource } from '../../model/index.ts';
import { kindOf } from '../values/kinds.ts';
import { useLabels } from '../values/labels.ts';
import { registeredComponent } from '../values/registry.ts';
import { FieldInput } from './FieldInput.tsx';
import { formFields } from './payload.ts';
import { FormHelper } from './FormHelper.tsx';
import { positionFields, PositionMap } from './PositionMap.tsx';

/** What a component registered for a group of a form receives. */
export interface FormGroupProps {
  readonly model: Resource;
  readonly group: Resource['form']['groups'][number];
}

const TWO_COLUMNS = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  '& > .wide': { gridColumn: { md: '1 / -1' } },
} as const;

/** The inputs of a group, and the map where two of them are a position. */
function Inputs({ model, group }: FormGroupProps) {
  const fields = formFields(model, [group.key]);
  const position = positionFields(fields);
  return (
    <Box sx={TWO_COLUMNS}>
      {group.helper && <FormHelper model={model} helper={group.helper} />}
      {fields.map((field) => (
        <Fragment key={field.name}>
          <Box
            className={kindOf(field).wide || model.components[field.name]?.input ? 'wide' : undefined}
            sx={{ minWidth: 0, '&:empty': { display: 'none' } }}
          >
            <FieldInput model={model} field={field} />
          </Box>
          {position && field === position.longitude && (
            <Box className="wide" sx={{ minWidth: 0, '&:empty': { display: 'none' } }}>
              <PositionMap model={model} fields={position} />
            </Box>
          )}
        </Fragment>
      ))}
    </Box>
  );
}

/** Groups of a form as sections: fields in two columns from 960 px, long ones across both. */
export function FormSections({ model, groups }: { model: Resource; groups: readonly FormGroupProps['group'][] }) {
  const labels = useLabels(model.name);
  const titled = groups.length > 1;
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {groups.map((group) => {
        const Custom = registeredComponent<FormGroupProps>(group.component);
        const [only, another] = formFields(model, [group.key]);
        // An input keeps its label; a heading that says the same above it says nothing.
        const said = only && !another && labels.field(only.name) === labels.group(group.key);
        return (
          <Box key={group.key} component="section" aria-label={labels.group(group.key)}>
            {titled && !said && (
              <Typography component="h2" sx={{ fontSize: 15, fontWeight: 600, mb: 1.5 }}>
                {labels.group(group.key)}
              </Typography>
            )}
            {Custom ? (
              <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
                <Custom model={model} group={group} />
              </Suspense>
            ) : (
              <Inputs model={model} group={group} />
            )}
          </Box>
        );
      })}
    </Box>
  );
}
