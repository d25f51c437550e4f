import { useState } from 'react';
import { Box, Button, FormHelperText, IconButton, Typography } from '@mui/material';
import DeleteOutline from '@mui/icons-material/DeleteOutline';
import EditOutlined from '@mui/icons-material/EditOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import { useTranslate } from 'react-admin';
import { NameForm } from './NameForm.tsx';
import { ShareForm } from './ShareForm.tsx';
import type { SavedFilter, SavedFilters } from './useSavedFilters.ts';

interface RowProps {
  readonly saved: SavedFilter;
  readonly filters: SavedFilters;
  readonly onChoose: () => void;
  readonly onSaid: (text: string) => void;
}

/** One saved filter: to choose, and for whoever may, to rename, to give to a role and to delete. */
export function SavedFilterRow({ saved, filters, onChoose, onSaid }: RowProps) {
  const translate = useTranslate();
  const [doing, setDoing] = useState<'rename' | 'share'>();
  const [refused, setRefused] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const mayShare = filters.saved!.mayShare;
  const isOpen = saved.mine || mayShare;
  const end = () => setDoing(undefined);
  if (doing === 'rename')
    return (
      <li>
        <NameForm
          initial={saved.name}
          onCancel={end}
          onName={async (name) => {
            const refused = await filters.change(saved.id, { name });
            if (refused === undefined) end();
            return refused;
          }}
        />
      </li>
    );
  const remove = async (): Promise<void> => {
    setRemoving(true);
    const why = await filters.remove(saved.id);
    setRefused(why);
    setRemoving(false);
    if (why === undefined) onSaid(translate('admin.saved.deleted', { name: saved.name }));
  };
  const note = [saved.role?.name, saved.isDefault && translate('admin.saved.beginsNote')].filter(Boolean).join(' · ');
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Button
          size="small"
          color="inherit"
          onClick={onChoose}
          sx={{ flex: 1, minWidth: 0, justifyContent: 'flex-start', textAlign: 'left' }}
        >
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {saved.name}
            {note && (
              <Typography component="span" color="text.secondary" sx={{ display: 'block', fontSize: 12 }}>
                {note}
              </Typography>
            )}
          </Box>
        </Button>
        {mayShare && (
          <IconButton
            size="small"
            aria-label={translate('admin.saved.shareOne', { name: saved.name })}
            aria-expanded={doing === 'share'}
            onClick={() => setDoing(doing === 'share' ? undefined : 'share')}
          >
            <GroupOutlined fontSize="inherit" />
          </IconButton>
        )}
        {isOpen && (
          <>
            <IconButton
              size="small"
              aria-label={translate('admin.saved.renameOne', { name: saved.name })}
              onClick={() => setDoing('rename')}
            >
              <EditOutlined fontSize="inherit" />
            </IconButton>
            <IconButton
              size="small"
              aria-label={translate('admin.saved.deleteOne', { name: saved.name })}
              disabled={removing}
              onClick={() => void remove()}
            >
              <DeleteOutline fontSize="inherit" />
            </IconButton>
          </>
        )}
      </Box>
      {refused !== undefined && (
        <FormHelperText error role="alert">
          {refused}
        </FormHelperText>
      )}
      {doing === 'share' && <ShareForm saved={saved} change={filters.change} onEnd={end} />}
    </Box>
  );
}
