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
