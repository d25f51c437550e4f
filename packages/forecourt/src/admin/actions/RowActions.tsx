import { Fragment, lazy, Suspense, useState, type MouseEvent } from 'react';
import { useRecordContext, useTranslate, type RaRecord } from 'react-admin';
import { stateAllows, type Action, type Resource } from '../../model/index.ts';
import { useCanDo } from '../runtime/runtime.tsx';
import { useRecordPages } from '../routing/useRecordPages.ts';
import { useRecordLink } from '../routing/useRecordLink.ts';
import { useLabels } from '../values/labels.ts';
import { ActionButton } from './ActionButton.tsx';
import { DeleteAction, useCanDelete } from './DeleteAction.tsx';
import { MoreMenu, type MenuEntry } from './MoreMenu.tsx';
import { offeredActions } from './offeredActions.ts';
import { TextLink } from './TextButton.tsx';

const UndeleteButton = lazy(() => import('../deleted/UndeleteButton.tsx'));

/** How many actions of a row stand open unless its list says otherwise; the rest is in its menu (docs/look.md). */
const VISIBLE = 2;

type Entry =
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'page'; readonly label: string; readonly to: string }
  | { readonly kind: 'edit' }
  | { readonly kind: 'delete' };

const isDanger = (entry: Entry): boolean =>
  entry.kind === 'delete' || (entry.kind === 'action' && entry.action.danger === true);

/** Whether this user can change records of the resource; of one record, also whether its state lets anybody. */
export function useCanEdit(model: Resource, record?: RaRecord): boolean {
  const canDo = useCanDo();
  const { api, dialect, entity } = model;
  return (
    stateAllows(entity, 'editable', record) &&
    !entity.log &&
    (dialect === 'simple-rest' || api.save !== undefined) &&
    canDo(model.name, 'edit')
  );
}

/** Whether any row of the resource can offer this user anything: a log has no column for it. */
export function useAnyRowActions(model: Resource): boolean {
  const canDo = useCanDo();
  const canEdit = useCanEdit(model);
  const canDelete = useCanDelete(model);
  const pages = useRecordPages(model.name);
  return (
    canEdit ||
    canDelete ||
    pages.length > 0 ||
    model.actions.some((action) => action.on === 'row' && canDo(model.name, action.name))
  );
}

function useEntries(model: Resource, record: RaRecord | undefined): readonly Entry[] {
  const canDo = useCanDo();
  const canEdit = useCanEdit(model, record);
  const canDelete = useCanDelete(model, record);
  const pages = useRecordPages(model.name);
  if (!record) return [];
  const offered = offeredActions(model, record, canDo).map((action) => ({ kind: 'action', action }) as const);
  return [
    ...offered.filter(({ action }) => !action.aside),
    ...(canEdit ? [{ kind: 'edit' } as const] : []),
    ...offered.filter(({ action }) => action.aside),
    ...pages.map(({ label, to }): Entry => ({ kind: 'page', label, to: to(record.id) })),
    ...(canDelete ? [{ kind: 'delete' } as const] : []),
  ];
}

/** Further pages are named at length and gone to seldom: they are in the menu with what is set aside, and with what follows them. */
const isInMenu = (entry: Entry): boolean =>
  entry.kind === 'page' || (entry.kind === 'action' && entry.action.aside === true);

/** Those that stand open: at most so many. */
function openOnes(entries: readonly Entry[], most: number): readonly Entry[] {
  const first = entries.findIndex(isInMenu);
  return entries.slice(0, Math.min(most, first === -1 ? most : first));
}

interface RowActionsProps {
  readonly model: Resource;
  /** How many stand open at most. */
  readonly open?: number;
}

/**
 * The actions of one row: declared ones in their order, edit, those set aside, further pages, delete; the first ones open, the rest in a menu.
 * A deleted one has its way back only.
 */
export function RowActions({ model, open = VISIBLE }: RowActionsProps) {
  const record = useRecordContext();
  // Only soft-deleted rows say when; asking the list would draw every row again with each change of it.
  const since = model.entity.deletion === 'soft' ? (record?.['deleteTime'] as string | undefined) : undefined;
  if (!record || !since) return <LivingRowActions model={model} open={open} />;
  return (
    <Suspense fallback={null}>
      <UndeleteButton model={model} ids={[record.id]} since={since} />
    </Suspense>
  );
}

function LivingRowActions({ model, open }: Required<RowActionsProps>) {
  const record = useRecordContext();
  const translate = useTranslate();
  const link = useRecordLink(model.name);
  const labels = useLabels(model.name);
  const entries = useEntries(model, record);
  const [chosen, setChosen] = useState<Entry | undefined>();
  if (!record || entries.length === 0) return null;

  const visible = openOnes(entries, open);
  const hidden = entries.slice(visible.length);
  const editPath = link('edit', record.id);
  const stop = (event: MouseEvent) => event.stopPropagation();
  const nameOf = (entry: Entry): string =>
    entry.kind === 'action'
      ? labels.action(entry.action.name)
      : entry.kind === 'page'
        ? entry.label
        : translate(`ra.action.${entry.kind}`);
  const menuEntry = (entry: Entry): MenuEntry => ({
    label: nameOf(entry),
    danger: isDanger(entry),
    ...(entry.kind === 'edit' ? { to: editPath } : entry.kind === 'page' ? { to: entry.to } : {}),
    ...(entry.kind === 'action' || entry.kind === 'delete' ? { onChoose: () => setChosen(entry) } : {}),
  });

  return (
    <div className="row-buttons" onClick={stop}>
      {visible.map((entry) => (
        <Fragment key={nameOf(entry)}>
          {entry.kind === 'action' && <ActionButton model={model} action={entry.action} record={record} />}
          {entry.kind === 'edit' && <TextLink to={editPath}>{nameOf(entry)}</TextLink>}
          {entry.kind === 'delete' && <DeleteAction model={model} record={record} />}
        </Fragment>
      ))}
      {hidden.length > 0 && <MoreMenu look="icon" entries={hidden.map(menuEntry)} />}
      {chosen?.kind === 'action' && (
        <ActionButton model={model} action={chosen.action} record={record} started onEnd={() => setChosen(undefined)} />
      )}
      {chosen?.kind === 'delete' && (
        <DeleteAction model={model} record={record} started onEnd={() => setChosen(undefined)} />
      )}
    </div>
  );
}
