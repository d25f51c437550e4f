import { MenuItem, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { FilterInputProps } from '../list/FilterInput.tsx';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { useModuleLabel } from './logValues.tsx';

/** One of the modules that this application has, by its name on the screen. */
export default function LogModuleFilter({ entry, label, values, onChange }: FilterInputProps) {
  const { model } = useAdminRuntime();
  const translate = useTranslate();
  const labelOf = useModuleLabel();
  const value = String(values[entry.name] ?? '');
  const names = [...new Set([...model.entries.keys(), ...(value ? [value] : [])])];
  const modules = names
    .map((name) => ({ name, title: labelOf(name) }))
    .sort((one, other) => one.title.localeCompare(other.title));
  return (
    <TextField
      select
      size="small"
      label={label}
      sx={{ width: 170 }}
      value={value}
      onChange={(event) => onChange({ [entry.name]: event.target.value })}
    >
      <MenuItem value="" dense>
        {translate('admin.filter.any')}
      </MenuItem>
      {modules.map(({ name, title }) => (
        <MenuItem key={name} value={name} dense>
          {title}
        </MenuItem>
      ))}
    </TextField>
  );
}
