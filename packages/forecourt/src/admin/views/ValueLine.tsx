import { Fragment } from 'react';
import type { RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import { isBlank } from '../values/format.ts';
import { useLabels } from '../values/labels.ts';

/** Values beside each other in a row (`flex`), without labels: what they are is heard, and said to who points at one. Empty ones are left out. */
export function ValueLine({
  model,
  record,
  names,
  after = false,
}: {
  model: Resource;
  record: RaRecord;
  names: readonly string[];
  /** Something stands before them. */
  after?: boolean;
}) {
  const labels = useLabels(model.name);
  const shown = names.filter((name) => !isBlank(record[name]));
  return (
    <>
      {shown.map((name, at) => (
        <Fragment key={name}>
          {(after || at > 0) && <span aria-hidden>·</span>}
          <span title={labels.field(name)}>
            <FieldValue model={model} name={name} record={record} tight />
          </span>
        </Fragment>
      ))}
    </>
  );
}
