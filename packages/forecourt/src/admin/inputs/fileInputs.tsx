import { useCallback, useMemo, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { isPrivateFile } from '../../model/index.ts';
import { FilePicker } from './FilePicker.tsx';
import { Labelled, type FormInputProps } from './Labelled.tsx';

interface Shape {
  readonly image?: boolean;
  readonly several?: boolean;
}

/** A form that is saved while a file travels would be saved without it. */
function useTravelling({ field, validate }: FormInputProps) {
  const travels = useRef(false);
  const { trigger, getFieldState } = useFormContext();
  const rules = useMemo(() => [...validate, () => (travels.current ? 'admin.upload.underWay' : undefined)], [validate]);
  const onTravel = useCallback(
    (now: boolean) => {
      travels.current = now;
      // What was said about it is over.
      if (!now && getFieldState(field.name).error) void trigger(field.name);
    },
    [trigger, getFieldState, field.name],
  );
  return { rules, onTravel };
}

function Files({ image = false, several = false, ...props }: FormInputProps & Shape) {
  const { rules, onTravel } = useTravelling(props);
  return (
    <Labelled {...props} validate={rules} group>
      {(bound) => (
        <FilePicker
          {...bound}
          buttonRef={bound.ref}
          image={image}
          hidden={isPrivateFile(props.field)}
          several={several}
          maxItems={props.field.schema.maxItems}
          onTravel={onTravel}
        />
      )}
    </Labelled>
  );
}

export const ImageInput = (props: FormInputProps) => <Files {...props} image />;
export const ImagesInput = (props: FormInputProps) => <Files {...props} image several />;
export const FileInput = (props: FormInputProps) => <Files {...props} />;
export const FilesInput = (props: FormInputProps) => <Files {...props} several />;
