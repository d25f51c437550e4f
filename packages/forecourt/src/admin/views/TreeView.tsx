import { useState } from 'react';
import { Box, Table, TableBody, TableCell, TableHead, TableRow, useMediaQuery, type Theme } from '@mui/material';
import { useTranslate, type Identifier } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import ListEmpty from '../rows/ListEmpty.tsx';
import { fieldNamed } from '../values/FieldValue.tsx';
import { kindOf } from '../values/kinds.ts';
import { useLabels } from '../values/labels.ts';
import { TreeRow } from './TreeRow.tsx';
import { treeLines, treeMove, type TreeLine } from './treeLines.ts';
import { useTreeLevels } from './useTreeLevels.ts';
import { ViewStates } from './ViewStates.tsx';

/** Rows below the rows they belong to. A level loads when it is opened; the keys are those of the ARIA treegrid pattern. */
export default function TreeView({ model }: { model: Resource; storeKey: string }) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [open, setOpen] = useState<ReadonlySet<Identifier>>(new Set());
  const [active, setActive] = useState('');
  const { source, levelOf } = useTreeLevels(model, open);
  const lines = treeLines(levelOf, open);
  const stop = lines.some(({ key }) => key === active) ? active : lines[0]?.key;
  const fields = phone ? model.list.views.tree!.fields.slice(0, 1) : model.list.views.tree!.fields;

  const toggle = ({ record }: TreeLine): void =>
    setOpen(new Set(open.has(record.id) ? [...open].filter((id) => id !== record.id) : [...open, record.id]));
  const move = (line: TreeLine, key: string): boolean => {
    const next = treeMove(lines, line, key);
    if (!next) return false;
    if ('toggle' in next) toggle(next.toggle);
    else setActive(next.to.key);
    return true;
  };
  const below = (line: TreeLine): string | undefined => {
    const level = line.open ? levelOf(line.record.id) : undefined;
    if (!level) return undefined;
    if (level.rows.length === 0) return translate('admin.tree.empty');
    const more = level.total - level.rows.length;
    return more > 0 ? translate('admin.tree.more', { smart_count: more }) : undefined;
  };

  return (
    <ViewStates source={source}>
      {lines.length === 0 ? (
        <ListEmpty model={model} />
      ) : (
        <Box
          sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
        >
          <Table
            size="small"
            role="treegrid"
            aria-label={labels.many}
            sx={{
              '& td, & th': { height: 40, py: 0, fontSize: 13, whiteSpace: 'nowrap' },
              '& th': { fontWeight: 600 },
            }}
          >
            <TableHead>
              <TableRow>
                {fields.map((name) => (
                  <TableCell key={name} role="columnheader" align={kindOf(fieldNamed(model, name)).align}>
                    {labels.field(name)}
                  </TableCell>
                ))}
                <TableCell role="columnheader" align="right">
                  {translate('admin.list.actions')}
                </TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {lines.map((line) => (
                <TreeRow
                  key={line.key}
                  model={model}
                  line={line}
                  fields={fields}
                  loading={line.open === true && levelOf(line.record.id) === undefined && !source.error}
                  note={below(line)}
                  stop={line.key === stop}
                  focused={line.key === active}
                  onFocus={() => setActive(line.key)}
                  onToggle={() => toggle(line)}
                  onMove={(key) => move(line, key)}
                />
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </ViewStates>
  );
}
