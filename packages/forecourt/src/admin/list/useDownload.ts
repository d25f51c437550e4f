import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { saveBlob } from '../values/saveBlob.ts';

/** Asks for a file and saves it under the name that the server gives it, else under `name`; says how it ended. */
export function useDownload() {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useDataProvider<AdminDataProvider>();
  const [busy, setBusy] = useState(false);
  const download = async (path: string, query: Readonly<Record<string, unknown>>, fallback = ''): Promise<void> => {
    setBusy(true);
    try {
      const { data, name } = await provider.download(path, query);
      saveBlob(data, name || fallback);
      notify('admin.export.done', { type: 'success' });
    } catch (error) {
      const { message } = error as Error;
      notify(`${translate('admin.export.failed')}\n${translate(message, { _: message })}`, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, download };
}
