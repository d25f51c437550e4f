import { Labelled, type FormInputProps } from './Labelled.tsx';
import { ObjectControl, RowsControl } from './nestedControls.tsx';

function Nested({ control: Control, ...props }: FormInputProps & { control: typeof ObjectControl }) {
  return (
    <Labelled {...props} group>
      {({ value, onChange, disabled, label, error }) => (
        <Control
          resource={props.model.name}
          schema={props.field.schema}
          label={label}
          value={value}
          disabled={disabled}
          error={error}
          onChange={onChange}
        />
      )}
    </Labelled>
  );
}

/** A described document, property by property. */
export const ObjectInput = (props: FormInputProps) => <Nested {...props} control={ObjectControl} />;
/** A list of described documents, line by line. */
export const RowsInput = (props: FormInputProps) => <Nested {...props} control={RowsControl} />;
