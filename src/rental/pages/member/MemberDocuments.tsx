import { useState } from 'react';
import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useRefresh, useTranslate } from 'react-admin';
import {
  FieldValue,
  LazyFormDialog,
  useCanDo,
  useLabels,
  useResourceModel,
  type ShowGroupProps,
} from '../../../framework/admin/index.ts';
import type { DocumentOfType, MemberParts } from '../../calls/index.ts';
import { DOCUMENT } from '../../rules/index.ts';

const COLUMNS = ['type', 'url', 'status', 'expiryDate', 'remark', 'uploadTime', 'auditTime'];
const SETTLED = ['memberId', 'type'];

/** A document of each type: where it stands, its picture, and the way to upload it, or upload it again. */
export default function MemberDocuments({ record }: ShowGroupProps) {
  const model = useResourceModel('document');
  const labels = useLabels('document');
  const translate = useTranslate();
  const canDo = useCanDo();
  const refresh = useRefresh();
  const [uploading, setUploading] = useState<DocumentOfType['type']>();
  const { documents = [] } = record as unknown as Partial<MemberParts>;
  if (documents.length === 0)
    return <Typography color="text.secondary">{translate('resources.member.texts.noDocuments')}</Typography>;
  const mayUpload = (one: DocumentOfType): boolean => canDo('document', 'create') && one.status !== DOCUMENT.pending;
  const upload = (one: DocumentOfType): string =>
    translate(one.id === null ? 'resources.document.texts.upload' : 'resources.document.texts.uploadAgain');
  return (
    // What is only for screen readers lies where its table scrolls, not beside the page.
    <Box sx={{ overflowX: 'auto', position: 'relative' }}>
      <Table size="small" aria-label={labels.many}>
        <TableHead>
          <TableRow>
            {COLUMNS.map((name) => (
              <TableCell key={name}>{labels.field(name)}</TableCell>
            ))}
            <TableCell>
              <Box component="span" sx={visuallyHidden}>
                {translate('admin.list.actions')}
              </Box>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {documents.map((one) => (
            <TableRow key={one.type}>
              {COLUMNS.map((name) => (
                <TableCell key={name}>
                  <FieldValue model={model} name={name} record={one} />
                </TableCell>
              ))}
              <TableCell align="right">
                {mayUpload(one) && (
                  <Button size="small" onClick={() => setUploading(one.type)}>
                    {upload(one)}
                  </Button>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {uploading !== undefined && (
        <LazyFormDialog
          resource="document"
          known={{ memberId: record.id, memberName: record['name'] as unknown, type: uploading }}
          settled={SETTLED}
          onClose={() => setUploading(undefined)}
          onSaved={refresh}
        />
      )}
    </Box>
  );
}
