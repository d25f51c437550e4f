import { holds, type Field, type Resource } from '../../model/index.ts';
import { CLOSED } from '../model/closed.ts';
import { isBlank } from '../values/format.ts';

type Values = Readonly<Record<string, unknown>>;

const same = (a: unknown, b: unknown): boolean =>
  a === b || (isBlank(a) && isBlank(b)) || JSON.stringify(a) === JSON.stringify(b);

const TEXT_KINDS: ReadonlySet<Field['kind']> = new Set(['string', 'text', 'date', 'dateTime', 'time', 'file']);

/** What stands for "nothing" on the wire: an empty string for text and times, an empty list, else null. */
export const emptyOf = (field: Field): unknown =>
  TEXT_KINDS.has(field.kind) ? '' : field.kind === 'refs' || field.kind === 'files' ? [] : null;

/** Names of the properties a form enters: those of its groups, or of some of them, that may be written at all. */
export function formFields(model: Resource, groupKeys?: readonly string[]): readonly Field[] {
  const groups = model.form.groups.filter((group) => groupKeys === undefined || groupKeys.includes(group.key));
  const names = [...new Set(groups.flatMap((group) => group.fields))];
  return names
    .flatMap((name) => model.entity.byName.get(name) ?? model.entity.many.find((one) => one.name === name)?.field ?? [])
    .filter((field) => !field.readOnly && !field.builtIn && field.name !== model.entity.stateField);
}

/** Whether the condition of `x-edit` keeps a stored value from being changed; a new record's values are all to be entered, as on the server. */
export const isLocked = (field: Field, values: Values, record: Values | undefined): boolean =>
  record?.['id'] !== undefined && !holds(field.edit, values);

/**
 * What a form sends: the properties it shows and may change. A hidden one is dropped (emptied when something was stored), a
 * disabled one and a masked or secret one that nobody touched stay out, so that the stored value stays (D-API-04). `updateTime`
 * of the record that was loaded guards against overwriting somebody else's change (D-API-05).
 */
export function toPayload(
  model: Resource,
  values: Values,
  record?: Values,
  groupKeys?: readonly string[],
): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const field of formFields(model, groupKeys)) {
    const { name } = field;
    const before = record?.[name];
    const shown = holds(field.show, values);
    const value = shown ? values[name] : undefined;
    if (field.access?.write === CLOSED || (shown && isLocked(field, values, record))) continue;
    if (record && (field.mask || field.sensitive || field.writeOnly) && same(value, before)) continue;
    if (!isBlank(value)) sent[name] = value;
    else if (record && !isBlank(before)) sent[name] = emptyOf(field);
  }
  if (record?.['id'] !== undefined) sent['id'] = record['id'];
  if (record && !isBlank(record['updateTime'])) sent['updateTime'] = record['updateTime'];
  return sent;
}

/** A switch shows on or off and nothing else: one that must be answered begins as it looks. */
function beginning({ default: declared, required, kind, codes }: Field): unknown {
  if (declared !== undefined || !required) return declared;
  return kind === 'boolean' ? false : codes === 'yesNo' ? 0 : undefined;
}

/**
 * Values a new record begins with: the defaults of the schema, overlaid by what the page that opened the form knows. Those that the form does not
 * enter are there for its conditions.
 */
export function initialValues(model: Resource, known: Values = {}): Record<string, unknown> {
  const { schema, fields } = model.entity;
  const defaults = [...formFields(model), ...fields].flatMap((field) => {
    const value = beginning(field);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  const states = schema['x-states'];
  return { ...Object.fromEntries(defaults), ...(states && { [states.field]: states.initial }), ...known };
}
