import { useState } from 'react';
import {
  Alert,
  Box,
  Button,
  IconButton,
  Paper,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useLocaleState, useTranslate, type RaRecord } from 'react-admin';
import { DeleteAction } from '../actions/DeleteAction.tsx';
import { LazyFormDialog } from '../form/LazyFormDialog.tsx';
import { useCanDo, useResourceModel } from '../model/runtime.tsx';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import type { ResourcePageProps } from '../routing/pageProps.ts';
import { useFormParameter } from '../routing/useFormParameter.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import { useLabels } from '../values/labels.ts';

interface MenuRecord extends RaRecord {
  readonly id: number;
  readonly parentId: number | null;
  readonly title: Readonly<Record<string, string>>;
  readonly path: string;
  readonly url: string;
}

const COLUMNS = ['type', 'path', 'url', 'sort', 'status'] as const;

interface Line {
  readonly record: MenuRecord;
  readonly depth: number;
  readonly branch: boolean;
}

/** The tree as lines from top to bottom; what lies below a folded entry is left out, unless a search looks for it. */
export function treeLines(records: readonly MenuRecord[], open: ReadonlySet<number>, keyword: string): Line[] {
  const word = keyword.trim().toLowerCase();
  const matches = (record: MenuRecord): boolean =>
    [...Object.values(record.title), record.path, record.url].some((text) => text?.toLowerCase().includes(word));
  const known = new Set(records.map((record) => record.id));
  const childrenOf = (id: number | null): MenuRecord[] =>
    records.filter((record) => (record.parentId && known.has(record.parentId) ? record.parentId : null) === id);
  const found = (record: MenuRecord): boolean => matches(record) || childrenOf(record.id).some(found);
  const walk = (id: number | null, depth: number): Line[] =>
    childrenOf(id)
      .filter((record) => word === '' || found(record))
      .flatMap((record) => {
        const below = word !== '' || open.has(record.id) ? walk(record.id, depth + 1) : [];
        return [{ record, depth, branch: childrenOf(record.id).length > 0 }, ...below];
      });
  return walk(null, 0);
}

/** Menus as the tree they are: groups, pages and actions, with a form over it. */
export default function MenuTree({ resource }: ResourcePageProps) {
  const model = useResourceModel(resource);
  const labels = useLabels(resource);
  const translate = useTranslate();
  const canDo = useCanDo();
  const [locale] = useLocaleState();
  const dataProvider = useDataProvider<AdminDataProvider>();
  const { form, open: openForm, close } = useFormParameter();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [keyword, setKeyword] = useState('');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [resource, 'tree'],
    queryFn: ({ signal }) =>
      dataProvider
        .call<{ list: MenuRecord[] }>('GET', model.api.list!, undefined, { signal })
        .then((answer) => answer.data.list),
  });
  const fold = (id: number): void =>
    setOpen((current) => new Set(current.has(id) ? [...current].filter((one) => one !== id) : [...current, id]));
  const titleOf = (record: MenuRecord): string => record.title[locale] || record.title['en-US'] || record.path;

  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="h1" sx={{ flex: 1 }}>
          {labels.many}
        </Typography>
        {canDo(resource, 'create') && (
          <Button variant="contained" onClick={() => openForm('new')}>
            {translate('admin.list.create', { name: labels.one })}
          </Button>
        )}
      </Box>
      <TextField
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
        placeholder={translate('ra.action.search')}
        slotProps={{ htmlInput: { 'aria-label': translate('ra.action.search') } }}
        sx={{ width: 260 }}
      />
      {error && (
        <Alert
          severity="error"
          action={<Button onClick={() => void refetch()}>{translate('ra.action.refresh')}</Button>}
        >
          {error.message}
        </Alert>
      )}
      {isPending && <Skeleton variant="rounded" height={320} />}
      {data && (
        <TableContainer component={Paper} variant="outlined">
          <Table size="small" aria-label={labels.many}>
            <TableHead>
              <TableRow>
                <TableCell>{labels.field('title')}</TableCell>
                {COLUMNS.map((name) => (
                  <TableCell key={name}>{labels.field(name)}</TableCell>
                ))}
                <TableCell align="right">{translate('admin.list.actions')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {treeLines(data, open, keyword).map(({ record, depth, branch }) => (
                <TableRow key={record.id} hover>
                  <TableCell sx={{ whiteSpace: 'nowrap', fontWeight: depth === 0 ? 600 : 400 }}>
                    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', pl: depth * 3 }}>
                      {branch ? (
                        <IconButton
                          size="small"
                          aria-expanded={open.has(record.id)}
                          aria-label={titleOf(record)}
                          onClick={() => fold(record.id)}
                        >
                          <ExpandMore
                            fontSize="small"
                            sx={{ transform: open.has(record.id) || keyword ? 'none' : 'rotate(-90deg)' }}
                          />
                        </IconButton>
                      ) : (
                        <Box component="span" sx={{ width: 30 }} />
                      )}
                      {titleOf(record)}
                    </Box>
                  </TableCell>
                  {COLUMNS.map((name) => (
                    <TableCell key={name}>
                      <FieldValue model={model} name={name} record={record} />
                    </TableCell>
                  ))}
                  <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                    {canDo(resource, 'edit') && (
                      <Button size="small" onClick={() => openForm(record.id)}>
                        {translate('ra.action.edit')}
                      </Button>
                    )}
                    {canDo(resource, 'delete') && (
                      <DeleteAction model={model} record={record} onEnd={(deleted) => deleted && void refetch()} />
                    )}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {form !== undefined && (
        <LazyFormDialog
          resource={resource}
          id={form === 'new' ? undefined : form}
          onClose={close}
          onSaved={() => void refetch()}
        />
      )}
    </Box>
  );
}
