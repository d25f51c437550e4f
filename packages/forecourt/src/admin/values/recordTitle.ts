import type { RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { isBlank } from './format.ts';

/** What a record is called: the title properties that it answers itself, codes among them by their words where `label` knows them, else its number. */
export function recordTitle(
  model: Resource,
  record: RaRecord,
  label?: (table: string, code: unknown) => string,
): string {
  const parts = model.entity.title.flatMap(({ steps, last }) => {
    const value: unknown = record[steps[0] ? (model.entity.byName.get(steps[0].field)?.ref?.as ?? last) : last];
    const codes = steps[0] ? undefined : model.entity.byName.get(last)?.codes;
    return isBlank(value) ? [] : [codes && label ? label(codes, value) : String(value)];
  });
  return parts.length > 0 ? parts.join(' ') : `#${record.id}`;
}

/** What a link says that shows one relation of a record which only several relations tell from others; nothing where what it shows is enough. */
export function wholeName(model: Resource, record: RaRecord, shown: string): string | undefined {
  const { title } = model.entity;
  if (title.length < 2 || title.some(({ steps }) => steps.length === 0)) return undefined;
  const whole = recordTitle(model, record);
  return whole !== shown && whole.includes(shown) ? whole : undefined;
}
