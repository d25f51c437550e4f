import type { RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { isBlank } from './format.ts';

/** What a record is called: the title properties that it answers itself, else its number. */
export function recordTitle(model: Resource, record: RaRecord): string {
  const parts = model.entity.title
    .map(({ steps, last }) => record[steps[0] ? (model.entity.byName.get(steps[0].field)?.ref?.as ?? last) : last])
    .filter((part) => !isBlank(part));
  return parts.length > 0 ? parts.map(String).join(' ') : `#${record.id}`;
}
