export { ClosedForm, isClosed } from './closed.ts';
import type { ComponentType } from 'react';
import type { InputName } from '../values/kinds.ts';
import { CodeInput, EighthsInput, SwitchInput } from './choiceInputs.tsx';
import { FileInput, FilesInput, ImageInput, ImagesInput } from './fileInputs.tsx';
import { GeoAreaInput } from './GeoAreaInput.tsx';
import { GeoPointInput } from './GeoPointInput.tsx';
import type { FormInputProps } from './Labelled.tsx';
import { ObjectInput, RowsInput } from './nestedInputs.tsx';
import { Int64Input, IntegerInput, MoneyInput, NumberInput, PercentInput } from './numberInputs.tsx';
import { RefInput, RefsInput } from './relationInputs.tsx';
import { JsonInput, LongTextInput, PhoneInput, SecretInput, TextInput } from './textInputs.tsx';
import { DateInput, DateTimeInput, TimeInput } from './timeInputs.tsx';

export { ChoiceSelect } from './ChoiceSelect.tsx';
export { searching } from './choiceInputs.tsx';
export { RowsInput } from './nestedInputs.tsx';
export { ManyInput } from './ManyInput.tsx';
export { FilePicker } from './FilePicker.tsx';
export { Labelled, type FormInputProps } from './Labelled.tsx';

/** The component behind each input name of the kinds table. */
export const INPUTS: Readonly<Record<InputName, ComponentType<FormInputProps>>> = {
  text: TextInput,
  longText: LongTextInput,
  integer: IntegerInput,
  int64: Int64Input,
  number: NumberInput,
  money: MoneyInput,
  percent: PercentInput,
  switch: SwitchInput,
  date: DateInput,
  dateTime: DateTimeInput,
  time: TimeInput,
  code: CodeInput,
  ref: RefInput,
  refs: RefsInput,
  file: FileInput,
  files: FilesInput,
  image: ImageInput,
  images: ImagesInput,
  secret: SecretInput,
  phone: PhoneInput,
  rows: RowsInput,
  object: ObjectInput,
  json: JsonInput,
  eighths: EighthsInput,
  geoArea: GeoAreaInput,
  geoPoint: GeoPointInput,
};
