import { useMemo } from 'react';
import { Alert, Box, Button, Checkbox, FormControlLabel, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useInput, useTranslate } from 'react-admin';
import type { FormInputProps } from '../form/inputs/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { setAll, toggle, type PermissionNode } from './permissionTree.ts';

const ACTION = 3;

/** Permissions of a role: a block a group, a line a page with its actions beside it. */
export default function PermissionTreeInput({ field }: FormInputProps) {
  const translate = useTranslate();
  const dataProvider = useDataProvider<AdminDataProvider>();
  const { field: input } = useInput<number[]>({ source: field.name });
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['permissionTree'],
    queryFn: ({ signal }) =>
      dataProvider
        .call<{ tree: PermissionNode[] }>('GET', '/role/permission', undefined, { signal })
        .then((answer) => answer.data.tree),
  });
  const ticked = useMemo(() => new Set<number>(input.value ?? []), [input.value]);

  if (isPending) return <Skeleton variant="rounded" height={240} />;
  if (error || !data) {
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>{translate('ra.action.refresh')}</Button>}>
        {error?.message}
      </Alert>
    );
  }

  const change = (next: ReadonlySet<number>): void => input.onChange([...next].sort((a, b) => a - b));
  const box = (node: PermissionNode, strong = false) => (
    <FormControlLabel
      key={node.id}
      sx={{ mr: 1.5, '& .MuiFormControlLabel-label': { fontSize: 13, fontWeight: strong ? 500 : 400 } }}
      control={
        <Checkbox
          size="small"
          sx={{ p: 0.5 }}
          checked={ticked.has(node.id)}
          onChange={() => change(toggle(data, ticked, node))}
        />
      }
      label={node.title}
    />
  );
  const group = (node: PermissionNode) => {
    const all = node.children.every(
      (page) => ticked.has(page.id) && page.children.every((action) => ticked.has(action.id)),
    );
    return (
      <Box
        component="fieldset"
        key={node.id}
        sx={{ border: 1, borderColor: 'divider', borderRadius: '6px', m: 0, px: 1.5, py: 1 }}
      >
        <Typography component="legend" variant="subtitle2" sx={{ px: 0.5 }}>
          {node.title}
          <Button size="small" sx={{ ml: 1, minHeight: 24 }} onClick={() => change(setAll(data, ticked, node, !all))}>
            {translate(all ? 'ra.action.unselect' : 'ra.action.select_all')}
          </Button>
        </Typography>
        {node.children.map((page) => (
          <Box key={page.id} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', py: 0.25 }}>
            <Box sx={{ width: { xs: '100%', sm: 190 }, flex: 'none' }}>{box(page, true)}</Box>
            <Box sx={{ flex: 1, minWidth: 0, pl: { xs: 3, sm: 0 } }}>{page.children.map((action) => box(action))}</Box>
          </Box>
        ))}
      </Box>
    );
  };
  const loose = data.filter((node) => node.type === ACTION);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, gridColumn: '1 / -1' }}>
      {loose.map((node) => box(node, true))}
      {data.filter((node) => node.type !== ACTION).map(group)}
    </Box>
  );
}
