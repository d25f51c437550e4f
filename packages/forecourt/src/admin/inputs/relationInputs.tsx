import { useEffect, useRef } from 'react';
import { useRecordContext, type Identifier } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { OUTSIDE } from '../../model/index.ts';
import { RelationControl } from '../controls/RelationControl.tsx';
import { RelationsControl } from '../controls/RelationsControl.tsx';
import { useFitting } from '../controls/useFitting.ts';
import { useResourceCalls } from '../runtime/runtime.tsx';
import { isBlank } from '../values/format.ts';
import { Labelled, type Bound, type FormInputProps } from './Labelled.tsx';

/** Whether `other` is asked for after this field: what somebody answers below does not take away what they answered above. */
function isAskedLater({ model, field }: FormInputProps, other: string): boolean {
  const asked = model.form.groups.flatMap(({ fields }) => fields);
  return asked.indexOf(other) > asked.indexOf(field.name);
}

/**
 * The relations that this form asks for before and that narrow the choices: a model's brand, a place's city. They have
 * the same name in `options.filters` of the related resource, or the one that `by` of x-ref says. Undefined while one
 * is not known. A mere value of the same name narrows nothing: the state of one record is not that of the other.
 */
function useNarrowing(props: FormInputProps): Record<string, unknown> | undefined {
  const { model, field } = props;
  const calls = useResourceCalls(field.ref!.resource);
  const { control } = useFormContext();
  const narrowing = (calls?.options?.filters ?? [])
    .map((filter) => ({ filter, name: field.ref!.by?.[filter] ?? filter }))
    .filter(
      ({ name }) =>
        name !== field.name && model.entity.byName.get(name)?.ref !== undefined && !isAskedLater(props, name),
    );
  const names = narrowing.map(({ name }) => name);
  const watched = useWatch({ control, name: names as never[], disabled: names.length === 0 }) as unknown[];
  if (!calls) return undefined;
  return Object.fromEntries(
    narrowing.flatMap(({ filter }, index) => (isBlank(watched[index]) ? [] : [[filter, watched[index]]])),
  );
}

function RefBody({ bound, props }: { bound: Bound; props: FormInputProps }) {
  const record = useRecordContext();
  const where = useNarrowing(props);
  const { ref } = props.field;
  const fitting = useFitting(ref!);
  const inTree = props.model.entity.tree === props.field.name && record?.id !== undefined;
  // A row's parent is neither the row itself nor one that lies below it.
  const outside = inTree ? { [OUTSIDE]: record.id } : {};
  const key = where && JSON.stringify(where);
  const narrowedBy = useRef(key);
  const { onChange, value } = bound;
  const valueBefore = useRef<unknown>(value);
  const { formState } = useFormContext();
  const typing = formState.isDirty;
  useEffect(() => {
    const changed = narrowedBy.current !== undefined && narrowedBy.current !== key;
    narrowedBy.current = key;
    const isOfFormer = valueBefore.current === value;
    valueBefore.current = value;
    // Another brand was chosen: a model of the former one is no longer among the choices. One that was filled in with it is.
    if (changed && isOfFormer && typing && !isBlank(value)) onChange(null);
  }, [key, typing, value, onChange]);
  const own = record?.[props.field.name] === value ? record?.[ref!.as] : undefined;
  return (
    <RelationControl
      id={bound.id}
      resource={ref!.resource}
      where={{ ...where, ...fitting, ...outside }}
      value={value as Identifier | null}
      title={own === undefined ? undefined : String(own)}
      onChange={(id) => onChange(id)}
      onBlur={bound.onBlur}
      inputRef={bound.ref}
      disabled={bound.disabled}
      describedBy={bound.describedBy}
      field={{ hiddenLabel: true, error: bound.invalid }}
    />
  );
}

export function RefInput(props: FormInputProps) {
  return <Labelled {...props}>{(bound) => <RefBody bound={bound} props={props} />}</Labelled>;
}

export function RefsInput(props: FormInputProps) {
  const record = useRecordContext();
  const { ref } = props.field;
  const fitting = useFitting(ref!);
  const titles = record?.[ref?.as ?? ''];
  return (
    <Labelled {...props}>
      {(bound) => (
        <RelationsControl
          id={bound.id}
          resource={ref!.resource}
          where={fitting}
          value={Array.isArray(bound.value) ? (bound.value as Identifier[]) : []}
          titles={Array.isArray(titles) ? (titles as string[]) : undefined}
          onChange={bound.onChange}
          onBlur={bound.onBlur}
          inputRef={bound.ref}
          disabled={bound.disabled}
          describedBy={bound.describedBy}
          field={{ hiddenLabel: true, error: bound.invalid }}
        />
      )}
    </Labelled>
  );
}
