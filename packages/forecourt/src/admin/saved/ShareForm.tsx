import { useState, type FormEvent } from 'react';
import { Box, Button, Checkbox, FormControlLabel, FormHelperText } from '@mui/material';
import { useTranslate } from 'react-admin';
import { RelationControl } from '../controls/RelationControl.tsx';
import type { SavedFilter, SavedFilters } from './useSavedFilters.ts';

interface ShareFormProps {
  readonly saved: SavedFilter;
  readonly change: SavedFilters['change'];
  readonly onEnd: () => void;
}

/** Gives a saved filter to a role, or takes it back; and says whether the role's list begins with it. */
export function ShareForm({ saved, change, onEnd }: ShareFormProps) {
  const translate = useTranslate();
  const [roleId, setRoleId] = useState<number | null>(saved.role?.id ?? null);
  const [isDefault, setDefault] = useState(saved.isDefault);
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    event.stopPropagation();
    setBusy(true);
    const why = await change(saved.id, { roleId, isDefault: roleId !== null && isDefault });
    setBusy(false);
    if (why === undefined) onEnd();
    else setRefused(why);
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 1, py: 1 }}>
      <RelationControl
        resource="role"
        id="saved-filter-role"
        field={{ label: translate('admin.saved.role'), size: 'small' }}
        value={roleId}
        title={saved.role?.name}
        onChange={(id) => setRoleId(id === null ? null : Number(id))}
      />
      <FormControlLabel
        disabled={roleId === null}
        control={
          <Checkbox
            size="small"
            checked={roleId !== null && isDefault}
            onChange={(_, checked) => setDefault(checked)}
          />
        }
        label={translate('admin.saved.begins')}
      />
      {refused !== undefined && <FormHelperText error>{refused}</FormHelperText>}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button size="small" onClick={onEnd}>
          {translate('ra.action.cancel')}
        </Button>
        <Button size="small" type="submit" variant="contained" loading={busy}>
          {translate('ra.action.save')}
        </Button>
      </Box>
    </Box>
  );
}
