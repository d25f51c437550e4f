import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { fieldNamed, FieldValue } from '../values/FieldValue.tsx';
import { isBlank } from '../values/format.ts';
import { useLabels } from '../values/labels.ts';
import { NamedLine, NamedLines } from '../values/NamedLines.tsx';
import type { RecordedChange } from './useHistory.ts';

/** One value as the field is shown anywhere else. */
function Value({ model, change, side }: { model: Resource; change: RecordedChange; side: 'before' | 'after' }) {
  const { ref } = fieldNamed(model, change.field);
  const record = { [change.field]: change[side], ...(ref && { [ref.as]: change.titles?.[side] }) };
  return <FieldValue model={model} name={change.field} record={record} />;
}

/** What changed, field by field: the label, what was there and what took its place. Of a new record only what it began with. */
export function ChangeList({
  model,
  changes,
  created = false,
}: {
  model: Resource;
  changes: readonly RecordedChange[];
  created?: boolean;
}) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const shown = created ? changes.filter(({ after }) => !isBlank(after)) : changes;
  return (
    <NamedLines>
      {shown.map((change) => (
        <NamedLine key={change.field} label={labels.field(change.field)}>
          {!created && (
            <>
              <Box component="del" sx={{ color: 'text.secondary' }}>
                <Value model={model} change={change} side="before" />
              </Box>{' '}
              <span role="img" aria-label={translate('admin.history.became')}>
                →
              </span>{' '}
            </>
          )}
          <Box component="ins" sx={{ textDecoration: 'none' }}>
            <Value model={model} change={change} side="after" />
          </Box>
        </NamedLine>
      ))}
    </NamedLines>
  );
}
