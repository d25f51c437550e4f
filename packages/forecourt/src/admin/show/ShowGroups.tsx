import { Suspense } from 'react';
import { Box, Skeleton, Typography } from '@mui/material';
import type { RaRecord } from 'react-admin';
import { holds, permissionKey, type Resource } from '../../model/index.ts';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { Fact, Facts } from '../values/Fact.tsx';
import { fieldNamed, FieldValue } from '../values/FieldValue.tsx';
import { kindOf } from '../values/kinds.ts';
import { useLabels } from '../values/labels.ts';
import { registeredComponent } from '../values/registry.ts';
import { PlaceOfRecord } from './PlaceOfRecord.tsx';

/** What a component registered for a group of a detail page receives. */
export interface ShowGroupProps {
  readonly model: Resource;
  readonly group: Resource['show']['groups'][number];
  readonly record: RaRecord;
}

/** Groups one below the other, label above value, three columns where there is room. */
export function ShowGroups({
  model,
  record,
  groups = model.show.groups,
}: Omit<ShowGroupProps, 'group'> & { groups?: readonly ShowGroupProps['group'][] }) {
  const labels = useLabels(model.name);
  const { session } = useAdminRuntime();
  const titled = groups.length > 1;
  const visible = (name: string): boolean => {
    const { writeOnly, show, access } = fieldNamed(model, name);
    const word = access?.read;
    return (
      !writeOnly &&
      holds(show, record) &&
      (word === undefined || session.can(permissionKey(model.permission.base, word)))
    );
  };
  return (
    <>
      {groups.map((group) => {
        const Custom = registeredComponent<ShowGroupProps>(group.component);
        const names = group.fields.filter(visible);
        return (
          <Box
            key={group.key}
            component="section"
            aria-label={labels.group(group.key)}
            sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2, bgcolor: 'background.paper' }}
          >
            {titled && (
              <Typography component="h2" sx={{ fontSize: 15, fontWeight: 600, mb: 1.5 }}>
                {labels.group(group.key)}
              </Typography>
            )}
            {Custom ? (
              <Suspense fallback={<Skeleton variant="rounded" height={80} />}>
                <Custom model={model} group={group} record={record} />
              </Suspense>
            ) : (
              <>
                <Facts>
                  {names.map((name) => (
                    <Fact
                      key={name}
                      label={labels.field(name)}
                      wide={kindOf(fieldNamed(model, name)).wide}
                      said={titled && names.length === 1 && labels.field(name) === labels.group(group.key)}
                    >
                      <FieldValue model={model} name={name} record={record} />
                    </Fact>
                  ))}
                </Facts>
                <PlaceOfRecord model={model} record={record} names={names} label={labels.group(group.key)} />
              </>
            )}
          </Box>
        );
      })}
    </>
  );
}
