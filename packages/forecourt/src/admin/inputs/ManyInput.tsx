import { Suspense } from 'react';
import { Skeleton } from '@mui/material';
import { permissionKey, type Many, type PropertySchema, type Resource } from '../../model/index.ts';
import { useAdminRuntime, useResourceModel } from '../runtime/runtime.tsx';
import { Labelled, type Bound, type FormInputProps } from './Labelled.tsx';
import { RowsControl } from './nestedControls.tsx';

/** The child's properties as columns; its relation to this record is set by the server. */
function schemaOf(child: Resource, many: Many): PropertySchema {
  const names = new Set(child.form.groups.flatMap((group) => group.fields));
  const columns = child.entity.fields.filter(
    (field) =>
      names.has(field.name) && field.name !== many.by && !field.readOnly && field.name !== child.entity.stateField,
  );
  return {
    type: 'array',
    maxItems: many.field.schema.maxItems,
    items: { type: 'object', properties: Object.fromEntries(columns.map(({ name, schema }) => [name, schema])) },
  };
}

function Rows({ many, bound }: { many: Many; bound: Bound }) {
  const child = useResourceModel(many.resource);
  const { session } = useAdminRuntime();
  const may = (word: string): boolean => session.can(permissionKey(child.permission, word));
  return (
    <RowsControl
      records
      resource={many.resource}
      schema={schemaOf(child, many)}
      label={bound.label}
      value={bound.value}
      disabled={bound.disabled || !(may('edit') || may('add'))}
      error={bound.error}
      onChange={bound.onChange}
    />
  );
}

/** Child records, line by line, saved with the record whose form this is. */
export function ManyInput(props: FormInputProps) {
  const many = props.model.entity.many.find(({ name }) => name === props.field.name)!;
  const { session, model } = useAdminRuntime();
  // The server leaves the lines out for who may not list them: there is nothing to enter.
  if (!session.can(model.entries.get(many.resource)?.permission.route ?? '')) return null;
  return (
    <Labelled {...props} group>
      {(bound) => (
        <Suspense fallback={<Skeleton variant="rounded" height={80} />}>
          <Rows many={many} bound={bound} />
        </Suspense>
      )}
    </Labelled>
  );
}
