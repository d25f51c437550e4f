import { useRef, useState } from 'react';
import { Box, Button, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { saveBlob } from '../values/saveBlob.ts';
import { useLabels } from '../values/labels.ts';

interface ImportFileProps {
  readonly resource: string;
  readonly path: string;
  readonly updateKeys: readonly string[];
  readonly busy: boolean;
  readonly onCheck: (file: File, updateBy: string) => void;
}

/** Template, file and how rows find the records they change. Choosing the file checks it. */
export function ImportFile({ resource, path, updateKeys, busy, onCheck }: ImportFileProps) {
  const translate = useTranslate();
  const labels = useLabels(resource);
  const notify = useNotify();
  const provider = useDataProvider<AdminDataProvider>();
  const [updateBy, setUpdateBy] = useState('');
  const input = useRef<HTMLInputElement>(null);

  const template = async (format: 'xlsx' | 'csv') => {
    try {
      const { data, name } = await provider.download(`${path}/template`, { format });
      saveBlob(data, name || `${resource}-import.${format}`);
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
  };

  return (
    <Stack spacing={2}>
      <Typography>{translate('admin.import.hint')}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button key={format} size="small" variant="outlined" onClick={() => void template(format)}>
            {translate('admin.import.template', { format: translate(`admin.export.${format}`) })}
          </Button>
        ))}
      </Box>
      {updateKeys.length > 0 && (
        <TextField
          select
          size="small"
          label={translate('admin.import.updateBy')}
          value={updateBy}
          onChange={(event) => setUpdateBy(event.target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{translate('admin.import.byId')}</MenuItem>
          {updateKeys.map((name) => (
            <MenuItem key={name} value={name}>
              {labels.field(name)}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Button
        variant="contained"
        loading={busy}
        onClick={() => input.current?.click()}
        sx={{ alignSelf: 'flex-start' }}
      >
        {translate('admin.import.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={translate('admin.import.choose')}
        disabled={busy}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file, corrected, may be chosen again.
          target.value = '';
          if (file) onCheck(file, updateBy);
        }}
      />
    </Stack>
  );
}
