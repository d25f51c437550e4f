import { DateControl, type DatePrecision } from '../controls/DateControl.tsx';
import { Labelled, type FormInputProps } from './Labelled.tsx';

function TimeField({ precision, ...props }: FormInputProps & { precision: DatePrecision }) {
  return (
    <Labelled {...props}>
      {({ id, value, onChange, onBlur, ref, disabled, invalid, describedBy }) => (
        <DateControl
          id={id}
          precision={precision}
          digits={props.field.schema['x-precision']}
          size="small"
          fullWidth
          hiddenLabel
          value={String(value ?? '')}
          onChange={onChange}
          onBlur={onBlur}
          inputRef={ref}
          disabled={disabled}
          error={invalid}
          slotProps={{ htmlInput: { 'aria-describedby': describedBy } }}
        />
      )}
    </Labelled>
  );
}

export const DateInput = (props: FormInputProps) => <TimeField {...props} precision="date" />;
export const DateTimeInput = (props: FormInputProps) => <TimeField {...props} precision="dateTime" />;
export const TimeInput = (props: FormInputProps) => <TimeField {...props} precision="time" />;
