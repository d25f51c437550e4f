import { Suspense } from 'react';
import { Box, Button, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useLabels } from '../values/labels.ts';
import { NeededFirst } from './NeededFirst.tsx';
import { NewButton, useCanCreate } from './NewButton.tsx';

/** Why there is nothing, and what to do next: take the filters off, or make the first record. */
export default function ListEmpty({ model }: { model: Resource }) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const { filterValues, setFilters } = useListContext();
  const canCreate = useCanCreate(model);
  const filtered = Object.keys(filterValues ?? {}).length > 0;
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, py: 8, px: 2, textAlign: 'center' }}>
      <Typography sx={{ fontWeight: 500, mb: 0.5 }}>
        {translate(filtered ? 'admin.list.noMatch' : 'admin.list.empty', { name: labels.many })}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {translate(filtered ? 'admin.list.noMatchHint' : 'admin.list.emptyHint', { name: labels.one })}
      </Typography>
      {!filtered && (
        <Suspense>
          <NeededFirst model={model} />
        </Suspense>
      )}
      {filtered ? (
        <Button variant="outlined" onClick={() => setFilters({}, [])}>
          {translate('admin.filter.clear')}
        </Button>
      ) : (
        canCreate && <NewButton model={model} />
      )}
    </Box>
  );
}
