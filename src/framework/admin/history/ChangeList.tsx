import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { fieldNamed, FieldValue } from '../values/FieldValue.tsx';
import { isBlank } from '../values/format.ts';
import { useLabels } from '../values/labels.ts';
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
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        columnGap: 2,
        rowGap: 0.5,
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(120px, 1fr) 3fr' },
        fontSize: 13,
      }}
    >
      {shown.map((change) => (
        <Box key={change.field} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {labels.field(change.field)}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
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
          </Box>
        </Box>
      ))}
    </Box>
  );
}
