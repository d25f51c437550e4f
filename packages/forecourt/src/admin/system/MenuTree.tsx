import { useDeferredValue, useMemo, useState } from 'react';
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
import Add from '@mui/icons-material/Add';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useLocaleState, useTranslate, type RaRecord } from 'react-admin';
import { DeleteAction } from '../actions/DeleteAction.tsx';
import { LazyFormDialog } from '../form/LazyFormDialog.tsx';
import { useAdminRuntime, useCanDo, useResourceModel } from '../runtime/runtime.tsx';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import type { ResourcePageProps } from '../page/pageProps.ts';
import { useFormParameter } from '../routing/useFormParameter.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import { useLabels, useTexts } from '../values/labels.ts';
import { find, linesOf, type BranchLine } from './branches.ts';

interface MenuNode extends RaRecord {
  readonly id: number;
  readonly title: Readonly<Record<string, string>>;
  readonly path: string;
  readonly url: string;
  readonly children: readonly MenuNode[];
}

const COLUMNS = ['id', 'type', 'path', 'url', 'sort', 'status'] as const;
/** Lines drawn at first; a search for one letter in a large tree would otherwise draw everything. */
const LINES = 200;

const matching = (text: string) => {
  const word = text.trim().toLowerCase();
  return ({ title, path, url }: MenuNode): boolean =>
    [...Object.values(title), path, url].some((one) => one?.toLowerCase().includes(word));
};

/** Menus as the tree they are: groups, pages and actions, with a form over it. What is saved shows in the side menu at once. */
export default function MenuTree({ resource }: ResourcePageProps) {
  const labels = useLabels(resource);
  useTexts('admin.permissions');
  const translate = useTranslate();
  const canDo = useCanDo();
  const model = useResourceModel(resource);
  const { session } = useAdminRuntime();
  const dataProvider = useDataProvider<AdminDataProvider>();
  const { form, open: openForm, close } = useFormParameter();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [keyword, setKeyword] = useState('');
  const word = useDeferredValue(keyword);
  const [most, setMost] = useState(LINES);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [resource, 'tree'],
    queryFn: ({ signal }) =>
      dataProvider
        .call<{ list: MenuNode[] }>('GET', model.api.list!, undefined, { signal })
        .then((answer) => answer.data.list),
  });
  const lines = useMemo(
    () => linesOf(data ?? [], open, word.trim() === '' ? undefined : find(data ?? [], matching(word))),
    [data, open, word],
  );
  const fold = ({ node, open: isOpen }: BranchLine<MenuNode>): void =>
    setOpen(isOpen ? new Set([...open].filter((one) => one !== node.id)) : new Set([...open, node.id]));
  const follow = (): void => {
    void refetch();
    // The next page load asks anyway; a failure changes nothing on this screen.
    session.reload().catch(() => undefined);
  };

  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="h1" sx={{ flex: 1 }}>
          {labels.many}
        </Typography>
        {canDo(resource, 'create') && (
          <Button variant="contained" size="small" startIcon={<Add />} onClick={() => openForm('new')}>
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
      {data && lines.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{translate('admin.permissions.nothing')}</Typography>
      )}
      {lines.length > 0 && (
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
              {lines.slice(0, most).map((line) => (
                <TableRow key={line.node.id} hover>
                  <TitleCell line={line} onFold={() => fold(line)} />
                  {COLUMNS.map((name) => (
                    <TableCell key={name}>
                      <FieldValue model={model} name={name} record={line.node} />
                    </TableCell>
                  ))}
                  <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                    {canDo(resource, 'edit') && (
                      <Button size="small" onClick={() => openForm(line.node.id)}>
                        {translate('ra.action.edit')}
                      </Button>
                    )}
                    {canDo(resource, 'delete') && (
                      <DeleteAction model={model} record={line.node} onEnd={(deleted) => deleted && follow()} />
                    )}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {lines.length > most && (
        <Button sx={{ alignSelf: 'start' }} onClick={() => setMost(most + LINES)}>
          {translate('admin.permissions.more', { smart_count: lines.length - most })}
        </Button>
      )}
      {form !== undefined && (
        <LazyFormDialog resource={resource} id={form === 'new' ? undefined : form} onClose={close} onSaved={follow} />
      )}
    </Box>
  );
}

function TitleCell({ line, onFold }: { line: BranchLine<MenuNode>; onFold: () => void }) {
  const [locale] = useLocaleState();
  const { node, level, open } = line;
  const title = node.title[locale] || Object.values(node.title)[0] || node.path;
  return (
    <TableCell sx={{ whiteSpace: 'nowrap', fontWeight: level === 1 ? 600 : 400 }}>
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', pl: (level - 1) * 3 }}>
        {node.children.length > 0 ? (
          <IconButton size="small" aria-expanded={open} aria-label={title} onClick={onFold}>
            <ExpandMore fontSize="small" sx={{ transform: open ? 'none' : 'rotate(-90deg)' }} />
          </IconButton>
        ) : (
          <Box component="span" sx={{ width: 30 }} />
        )}
        {title}
      </Box>
    </TableCell>
  );
}
