import { Suspense } from 'react';
import type { Field, Resource } from '../../model/index.ts';
import { kindOf, type DisplayProps } from './kinds.ts';
import { registeredComponent } from './registry.ts';

/** A column that is no property: the title of a relation (`storeName`) or what else the server answers beside it. */
function syntheticField(name: string): Field {
  return {
    name,
    kind: 'string',
    schema: { type: 'string' },
    required: false,
    readOnly: true,
    writeOnly: false,
    sensitive: false,
    builtIn: false,
    digits: 0,
  };
}

/** The field of a column name, synthetic when the server adds it (compileModel has checked the name). */
export const fieldNamed = (model: Resource, name: string): Field =>
  model.entity.byName.get(name) ?? syntheticField(name);

/** One value as lists and details show it: the component registered for the property, else the one of its kind. */
export function FieldValue({
  model,
  name,
  record,
  tight = false,
}: {
  model: Resource;
  name: string;
  record: Readonly<Record<string, unknown>>;
  tight?: boolean;
}) {
  const field = fieldNamed(model, name);
  const own = registeredComponent<DisplayProps>(model.components[name]?.field);
  const Display = own ?? kindOf(field).Display;
  const shown = (
    <Display
      field={field}
      value={record[name]}
      record={record}
      resource={model.name}
      tight={tight}
      short={tight && model.list.short.includes(name)}
    />
  );
  return (
    <span data-field={name}>
      {/* While a component loads its cell is empty; the page around it stays, with the cursor where it is. */}
      {own ? <Suspense fallback={null}>{shown}</Suspense> : shown}
    </span>
  );
}
