import { useState } from 'react';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import DeleteOutline from '@mui/icons-material/DeleteOutline';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { useTranslate } from 'react-admin';
import { HangingBox } from '../controls/HangingBox.tsx';
import type { Resource } from '../../model/index.ts';
import { NameForm } from './NameForm.tsx';
import { useSavedFilters, type SavedFilter } from './useSavedFilters.ts';

/** Name being typed: for what is shown now, or instead of an old one. */
type Naming = { readonly kind: 'new' } | { readonly kind: 'rename'; readonly from: string };

interface PopoverProps {
  readonly model: Resource;
  readonly storeKey: string;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** Saved filters to choose from: shared ones, own ones with rename and delete, and a name for what is shown now. */
function SavedFiltersPanel({ model, storeKey, onClose }: Omit<PopoverProps, 'anchor'>) {
  const translate = useTranslate();
  const { own, shared, apply, save, rename, remove } = useSavedFilters(model, storeKey);
  const [naming, setNaming] = useState<Naming | undefined>();
  const [said, setSaid] = useState('');
  const choose = (saved: SavedFilter) => () => {
    apply(saved);
    onClose();
  };

  const section = (title: string, entries: readonly SavedFilter[], mine: boolean) =>
    entries.length > 0 && (
      <Box component="section" aria-label={title}>
        <Typography component="h2" color="text.secondary" sx={{ fontSize: 12, fontWeight: 500 }}>
          {title}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {entries.map((saved) =>
            mine && naming?.kind === 'rename' && naming.from === saved.name ? (
              <li key={saved.name}>
                <NameForm
                  initial={saved.name}
                  onCancel={() => setNaming(undefined)}
                  onName={(name) => {
                    const renamed = rename(saved.name, name);
                    if (renamed) setNaming(undefined);
                    return renamed;
                  }}
                />
              </li>
            ) : (
              <Box component="li" key={saved.name} sx={{ display: 'flex', alignItems: 'center' }}>
                <Button
                  size="small"
                  color="inherit"
                  onClick={choose(saved)}
                  sx={{ flex: 1, justifyContent: 'flex-start', textAlign: 'left' }}
                >
                  {saved.name}
                </Button>
                {mine && (
                  <>
                    <IconButton
                      size="small"
                      aria-label={translate('admin.saved.renameOne', { name: saved.name })}
                      onClick={() => setNaming({ kind: 'rename', from: saved.name })}
                    >
                      <EditOutlined fontSize="inherit" />
                    </IconButton>
                    <IconButton
                      size="small"
                      aria-label={translate('admin.saved.deleteOne', { name: saved.name })}
                      onClick={() => {
                        remove(saved.name);
                        setSaid(translate('admin.saved.deleted', { name: saved.name }));
                      }}
                    >
                      <DeleteOutline fontSize="inherit" />
                    </IconButton>
                  </>
                )}
              </Box>
            ),
          )}
        </Box>
      </Box>
    );

  return (
    <Box sx={{ p: 2, width: 320, display: 'grid', gap: 1.5 }}>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
      {section(translate('admin.saved.shared'), shared, false)}
      {section(translate('admin.saved.own'), own, true)}
      {shared.length + own.length === 0 && (
        <Typography color="text.secondary">{translate('admin.saved.none')}</Typography>
      )}
      {naming?.kind === 'new' ? (
        <NameForm
          onCancel={() => setNaming(undefined)}
          onName={(name) => {
            const saved = save(name);
            if (saved) setNaming(undefined);
            return saved;
          }}
        />
      ) : (
        <Button size="small" variant="outlined" onClick={() => setNaming({ kind: 'new' })}>
          {translate('admin.saved.save')}
        </Button>
      )}
      <Typography color="text.secondary" sx={{ fontSize: 12 }}>
        {translate('admin.saved.hint')}
      </Typography>
    </Box>
  );
}

/** The box comes with what is in it: placed while it is still empty, it would stand beyond the window. */
export default function SavedFiltersPopover({ anchor, onClose, ...panel }: PopoverProps) {
  const translate = useTranslate();
  return (
    <HangingBox anchor={anchor} label={translate('admin.saved.button')} onClose={onClose}>
      <SavedFiltersPanel {...panel} onClose={onClose} />
    </HangingBox>
  );
}
