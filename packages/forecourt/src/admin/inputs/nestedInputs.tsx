import type { ReactNode } from 'react';
import { Labelled, type FormInputProps } from './Labelled.tsx';
import { ObjectControl, RowsControl, type RowsControlProps } from './nestedControls.tsx';
import type { ControlProps } from './ValueControl.tsx';

function Nested({ children, ...props }: FormInputProps & { children: (control: ControlProps) => ReactNode }) {
  return (
    <Labelled {...props} group>
      {({ value, onChange, disabled, label, error }) =>
        children({ resource: props.model.name, schema: props.field.schema, label, value, disabled, error, onChange })
      }
    </Labelled>
  );
}

/** A described document, property by property. */
export const ObjectInput = (props: FormInputProps) => (
  <Nested {...props}>{(control) => <ObjectControl {...control} />}</Nested>
);

/** A list of described documents, line by line. */
export const RowsInput = ({ refuseLine, ...props }: FormInputProps & Pick<RowsControlProps, 'refuseLine'>) => (
  <Nested {...props}>{(control) => <RowsControl {...control} refuseLine={refuseLine} />}</Nested>
);
