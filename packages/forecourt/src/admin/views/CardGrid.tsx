import { Box } from '@mui/material';
import { RecordContextProvider, useListContext, type RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { RowActions } from '../actions/RowActions.tsx';
import { useFileUrl } from '../values/files.ts';
import { RecordFacts, RecordName, useFactText } from './RecordName.tsx';

/** The first letters of the first words, as on an avatar. */
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('');

/**
 * The first picture of a record, or the initials of its name; at a fixed height so that nothing moves while it loads. Decoration: the name
 * stands below it.
 */
function Picture({ value, of }: { value: unknown; of: string }) {
  const name = Array.isArray(value) ? String(value[0] ?? '') : String(value ?? '');
  const url = useFileUrl(name);
  const frame = { width: '100%', height: 150, bgcolor: 'action.hover', display: 'block', objectFit: 'cover' } as const;
  if (name === '')
    return (
      <Box
        aria-hidden
        sx={{ ...frame, display: 'grid', placeItems: 'center', fontSize: 28, fontWeight: 500, color: 'text.secondary' }}
      >
        {initials(of)}
      </Box>
    );
  return url ? <Box component="img" src={url} alt="" loading="lazy" sx={frame} /> : <Box sx={frame} />;
}

/** The rows of the page as cards: picture, name, facts and what can be done. */
export default function CardGrid({ model }: { model: Resource }) {
  const { data = [] } = useListContext<RaRecord>();
  const { image, fields = [] } = model.list.views.card ?? {};
  const [title, ...facts] = fields;
  const factText = useFactText(model);
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))',
      }}
    >
      {data.map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          <Box
            component="li"
            sx={{
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              overflow: 'hidden',
              bgcolor: 'background.paper',
              display: 'flex',
              flexDirection: 'column',
            }}
          >
            {image && <Picture value={record[image]} of={factText(title, record)} />}
            <Box sx={{ p: 1.5, display: 'flex', flexDirection: 'column', flex: 1 }}>
              <Box sx={{ mb: 0.5 }}>
                <RecordName model={model} record={record} name={title} />
              </Box>
              <RecordFacts model={model} record={record} names={facts} />
              <Box sx={{ mt: 'auto', pt: 1 }}>
                <RowActions model={model} />
              </Box>
            </Box>
          </Box>
        </RecordContextProvider>
      ))}
    </Box>
  );
}
