import { useState } from 'react';
import { Button, Typography } from '@mui/material';
import { useRefresh, useTranslate } from 'react-admin';
import {
  FieldValue,
  FigureTable,
  isBlank,
  LazyFormDialog,
  useCanDo,
  useLabels,
  useResourceModel,
  type ShowGroupProps,
  TOUCH,
} from 'forecourt/admin';
import type { DocumentOfType, MemberParts } from '../../calls/index.ts';
import { DOCUMENT } from '../../rules/index.ts';

const COLUMNS = ['type', 'url', 'status', 'expiryDate', 'remark', 'uploadTime', 'auditTime'] as const;
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
    <>
      <FigureTable
        label={labels.many}
        rows={documents}
        keyOf={({ type }) => type}
        columns={[
          ...COLUMNS.map((name) => ({
            key: name,
            label: labels.field(name),
            cell: (one: DocumentOfType) =>
              isBlank(one[name]) ? '' : <FieldValue model={model} name={name} record={one} />,
          })),
          {
            key: 'upload',
            label: translate('admin.list.actions'),
            align: 'right' as const,
            cell: (one: DocumentOfType) =>
              mayUpload(one) ? (
                <Button
                  size="small"
                  onClick={() => setUploading(one.type)}
                  sx={{ minHeight: { xs: 44, sm: 30 }, [TOUCH]: { minHeight: 44 } }}
                >
                  {upload(one)}
                </Button>
              ) : (
                ''
              ),
          },
        ]}
      />
      {uploading !== undefined && (
        <LazyFormDialog
          resource="document"
          known={{ memberId: record.id, memberName: record['name'] as unknown, type: uploading }}
          settled={SETTLED}
          onClose={() => setUploading(undefined)}
          onSaved={refresh}
        />
      )}
    </>
  );
}
