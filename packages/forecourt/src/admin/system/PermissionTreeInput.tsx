import { useDeferredValue, useMemo, useState } from 'react';
import { Alert, Box, Button, FormHelperText, Skeleton, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useInput, useTranslate } from 'react-admin';
import type { FormInputProps } from '../inputs/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { useTexts } from '../values/labels.ts';
import { branchIds, find, linesOf } from './branches.ts';
import { PermissionTree } from './PermissionTree.tsx';
import { setAll, tally, toggle, type PermissionNode } from './permissionTree.ts';

const matching = (text: string) => {
  const word = text.trim().toLowerCase();
  return (node: PermissionNode): boolean =>
    node.title.toLowerCase().includes(word) || (node.path ?? '').toLowerCase().includes(word);
};

/** Permissions of a role, chosen in the tree of groups, pages and actions; searched, folded, and ticked by mouse or keys. */
export default function PermissionTreeInput({ field }: FormInputProps) {
  useTexts('admin.permissions');
  const translate = useTranslate();
  const dataProvider = useDataProvider<AdminDataProvider>();
  const { field: input, fieldState } = useInput<number[]>({ source: field.name });
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['permissionTree'],
    queryFn: ({ signal }) =>
      dataProvider
        .call<{ tree: PermissionNode[] }>('GET', '/role/permission', undefined, { signal })
        .then((answer) => answer.data.tree),
  });
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [typed, setTyped] = useState('');
  const word = useDeferredValue(typed);
  const ticked = useMemo(() => new Set<number>(input.value ?? []), [input.value]);
  const tallies = useMemo(() => tally(data ?? [], ticked), [data, ticked]);
  const lines = useMemo(
    () => linesOf(data ?? [], open, word.trim() === '' ? undefined : find(data ?? [], matching(word))),
    [data, open, word],
  );

  if (isPending) return <Skeleton variant="rounded" height={240} />;
  if (error || !data) {
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>{translate('ra.action.refresh')}</Button>}>
        {error?.message}
      </Alert>
    );
  }

  const change = (next: ReadonlySet<number>): void => input.onChange([...next].sort((a, b) => a - b));
  const fold = (ids: readonly number[], unfold: boolean): void =>
    setOpen((now) => (unfold ? new Set([...now, ...ids]) : new Set([...now].filter((id) => !ids.includes(id)))));
  const sum = data.map(({ id }) => tallies.get(id)!);
  const count = {
    ticked: sum.reduce((all, one) => all + one.ticked, 0),
    total: sum.reduce((all, one) => all + one.total, 0),
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, gridColumn: '1 / -1', minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <TextField
          size="small"
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          // Enter would save the form around it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          placeholder={translate('admin.permissions.filter')}
          slotProps={{ htmlInput: { 'aria-label': translate('admin.permissions.filter'), maxLength: 60 } }}
          sx={{ width: { xs: '100%', sm: 240 } }}
        />
        <Button size="small" onClick={() => setOpen(branchIds(data))}>
          {translate('admin.permissions.expandAll')}
        </Button>
        <Button size="small" onClick={() => setOpen(new Set())}>
          {translate('admin.permissions.collapseAll')}
        </Button>
        <Typography role="status" sx={{ ml: 'auto', fontSize: 12, color: 'text.secondary' }}>
          {translate('admin.permissions.count', count)}
        </Typography>
      </Box>
      {lines.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', py: 2 }}>{translate('admin.permissions.nothing')}</Typography>
      ) : (
        <PermissionTree
          lines={lines}
          tallies={tallies}
          onFold={fold}
          onToggle={(node) => change(toggle(data, ticked, node))}
          onBranch={(node) => change(setAll(data, ticked, node, tallies.get(node.id)!.mark !== 'all'))}
        />
      )}
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </Box>
  );
}
