import { useState, type MouseEvent } from 'react';
import { useDelete, useNotify, useRefresh, useTranslate, type RaRecord } from 'react-admin';
import { stateAllows, type Resource } from '../../model/index.ts';
import { useDeletionNotice } from '../deleted/useDeletionNotice.tsx';
import { useCanDo } from '../runtime/runtime.tsx';
import { recordTitle } from '../values/recordTitle.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { Reached } from './Reached.tsx';
import { TextButton } from './TextButton.tsx';

/** Whether this user can delete records of the resource; of one record, also whether its state lets anybody. */
export function useCanDelete(model: Resource, record?: RaRecord): boolean {
  const canDo = useCanDo();
  const { api, dialect, entity } = model;
  return (
    stateAllows(entity, 'deletable', record) &&
    entity.deletion !== 'never' &&
    !entity.log &&
    (dialect === 'simple-rest' || api.delete !== undefined) &&
    canDo(model.name, 'delete')
  );
}

interface DeleteActionProps {
  readonly model: Resource;
  readonly record: RaRecord;
  /** Chosen from a menu already. */
  readonly started?: boolean;
  /** `deleted` says whether the record is gone. */
  readonly onEnd?: (deleted: boolean) => void;
}

/** Deletes one record after asking; the server's reason is shown when it stays. */
export function DeleteAction({ model, record, started = false, onEnd }: DeleteActionProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const announce = useDeletionNotice(model);
  const refresh = useRefresh();
  const [asking, setAsking] = useState(started);
  const [deleteOne, { isPending }] = useDelete();

  const end = (deleted: boolean) => {
    setAsking(false);
    onEnd?.(deleted);
  };
  const confirmed = () =>
    deleteOne(
      model.name,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          announce([record.id]);
          refresh();
          end(true);
        },
        onError: (error) => {
          notify((error as Error).message, { type: 'error' });
          end(false);
        },
      },
    );

  return (
    <>
      {!started && (
        <TextButton
          danger
          onClick={(event: MouseEvent) => {
            event.stopPropagation();
            setAsking(true);
          }}
        >
          {translate('ra.action.delete')}
        </TextButton>
      )}
      <ConfirmDialog
        open={asking}
        title={translate('admin.delete.confirm')}
        verb={translate('ra.action.delete')}
        danger
        busy={isPending}
        onConfirm={() => void confirmed()}
        onClose={() => end(false)}
      >
        {recordTitle(model, record)}
        {asking && <Reached model={model} ids={[record.id]} />}
      </ConfirmDialog>
    </>
  );
}
