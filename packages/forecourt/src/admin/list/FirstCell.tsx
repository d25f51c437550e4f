import type { RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useRecordLink } from '../routing/useRecordLink.ts';
import { fieldNamed, FieldValue } from '../values/FieldValue.tsx';
import { isBlank } from '../values/format.ts';
import { recordTitle, wholeName } from '../values/recordTitle.ts';
import { RecordLink } from '../values/RecordLink.tsx';

/** The first cell is a link, so that a row can be reached and opened by keyboard and in a new tab. */
export function FirstCell({
  model,
  name,
  record,
  link,
}: {
  model: Resource;
  name: string;
  record: RaRecord;
  link: 'edit' | 'show' | false;
}) {
  const linkTo = useRecordLink(model.name);
  const value = <FieldValue model={model} name={name} record={record} tight />;
  if (!link) return value;
  // A relation that opens the row leads to the row, not to what it names: called by it, as a card is on a phone.
  const { ref } = fieldNamed(model, name);
  const called = ref ? record[ref.as] : record[name];
  return (
    <RecordLink
      to={linkTo(link, record.id)}
      strong
      label={ref && !isBlank(called) ? wholeName(model, record, String(called)) : undefined}
    >
      {/* A way in has a name: a record whose first property is empty is called by its title. */}
      {isBlank(called) ? recordTitle(model, record) : ref ? String(called) : value}
    </RecordLink>
  );
}
