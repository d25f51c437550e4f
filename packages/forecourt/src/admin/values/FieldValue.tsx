import { Suspense, type ReactNode } from 'react';
import type { Field, Resource } from '../../model/index.ts';
import { useMarked } from '../live/index.ts';
import { FaultBoundary } from './FaultBoundary.tsx';
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

interface Shown {
  readonly model: Resource;
  readonly name: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** A value that others have just changed is marked; in a row the row is. */
function Marked({ model, name, record, children }: Shown & { children: ReactNode }) {
  const marked = useMarked(model.name, record['id'] as number | undefined, name);
  return (
    <span data-field={name} data-changed={marked || undefined}>
      {children}
    </span>
  );
}

/**
 * One value as lists and details show it: the component registered for the property, else the one of its kind.
 *
 * @example
 * const pages = (model: Resource, record: { readonly pages: number }) => (
 *   <FieldValue model={model} name="pages" record={record} />
 * );
 */
export function FieldValue({ model, name, record, tight = false }: Shown & { readonly tight?: boolean }) {
  const field = fieldNamed(model, name);
  const own = registeredComponent<DisplayProps>(model.components[name]?.field);
  const entry = kindOf(field);
  const Display = own ?? entry.Display;
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
  // While a component loads its cell is empty; the page around it stays, with the cursor where it is. A registered one has a boundary already.
  const loaded = own ? (
    <Suspense fallback={null}>{shown}</Suspense>
  ) : (
    <FaultBoundary name={`${model.name}.${name}`} of={record[name]}>
      {shown}
    </FaultBoundary>
  );
  // Said nothing of, or not asked for until now: another column was shown, and its rows are on their way.
  if (tight && (model.list.quiet[name] === (record[name] ?? null) || (!own && record[name] === undefined)))
    return <span data-field={name} />;
  if (tight)
    return (
      <span data-field={name} data-lines={(entry.severalLines && !own) || undefined}>
        {loaded}
      </span>
    );
  return (
    <Marked model={model} name={name} record={record}>
      {loaded}
    </Marked>
  );
}
