import { isPrivateFile } from '../../model/index.ts';
import { FilePicker } from './FilePicker.tsx';
import { Labelled, type FormInputProps } from './Labelled.tsx';

interface Shape {
  readonly image?: boolean;
  readonly several?: boolean;
}

function Files({ image = false, several = false, ...props }: FormInputProps & Shape) {
  return (
    <Labelled {...props} group>
      {(bound) => (
        <FilePicker
          {...bound}
          buttonRef={bound.ref}
          image={image}
          hidden={isPrivateFile(props.field)}
          several={several}
          maxItems={props.field.schema.maxItems}
        />
      )}
    </Labelled>
  );
}

export const ImageInput = (props: FormInputProps) => <Files {...props} image />;
export const ImagesInput = (props: FormInputProps) => <Files {...props} image several />;
export const FileInput = (props: FormInputProps) => <Files {...props} />;
export const FilesInput = (props: FormInputProps) => <Files {...props} several />;
