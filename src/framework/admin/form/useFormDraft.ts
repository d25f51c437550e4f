import { useEffect, useRef } from 'react';
import { useNotify, type RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { Field, Resource } from '../../model/index.ts';
import { useSessionInfo } from '../model/runtime.tsx';
import { draftKey, forgetOthersDrafts, takeDraft, writeDraft } from './draftStorage.ts';
import { formFields } from './payload.ts';
import { hasUnsavedChanges } from './unsavedChanges.ts';

/** Never written anywhere in the browser. */
const isPrivate = ({ sensitive, writeOnly, mask, access }: Field): boolean =>
  sensitive || writeOnly || mask !== undefined || access !== undefined;

/**
 * Half-typed work survives a reload of the page: it is written when the page goes and put back when the form is drawn again, unless somebody
 * changed the record meanwhile. Secret and masked properties stay out, and so do child records, which may hold some.
 */
export function useFormDraft(model: Resource, record: RaRecord | undefined, group: string | undefined): void {
  const { formState, getValues, setValue } = useFormContext();
  const { dirtyFields } = formState;
  const notify = useNotify();
  const user = useSessionInfo()?.id;
  const { pathname, search } = useLocation();
  const form = [model.name, record?.id ?? 'new', group ?? ''].join('.');
  const key = user === undefined ? undefined : draftKey(user, pathname + search, form);
  const latest = useRef({ dirtyFields, key, address: pathname + search });
  useEffect(() => {
    latest.current = { dirtyFields, key, address: pathname + search };
  });

  const version = record?.['updateTime'] as string | undefined;
  useEffect(() => {
    if (user === undefined || key === undefined) return;
    forgetOthersDrafts(user);
    const draft = takeDraft(key);
    if (!draft || draft.updateTime !== version) return;
    const fields = formFields(model, group).filter(({ name }) => name in draft.values);
    for (const { name } of fields) setValue(name, draft.values[name], { shouldDirty: true });
    if (fields.length > 0) notify('admin.form.restored', { type: 'info' });
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- once a form: what is typed later is newer than any draft

  useEffect(() => {
    const write = (): void => {
      const { dirtyFields: dirty, key: place, address } = latest.current;
      if (place === undefined || !hasUnsavedChanges(address)) return;
      const children = new Set(model.entity.many.map(({ name }) => name));
      const typed = formFields(model, group).filter(
        (field) => dirty[field.name] !== undefined && !isPrivate(field) && !children.has(field.name),
      );
      if (typed.length === 0) return;
      writeDraft(place, {
        values: Object.fromEntries(typed.map(({ name }) => [name, getValues(name) as unknown])),
        updateTime: version,
      });
    };
    window.addEventListener('pagehide', write);
    return () => window.removeEventListener('pagehide', write);
  }, [model, group, getValues, version]);
}
