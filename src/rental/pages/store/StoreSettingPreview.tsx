import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { settingsDraft } from './settingsDraft.ts';
import { StorePreview } from './StorePreview.tsx';

/** The preview below the settings of a store: by what is typed, saved or not. */
export default function StoreSettingPreview() {
  const record = useRecordContext();
  const values = useWatch() as Readonly<Record<string, unknown>>;
  return record ? <StorePreview storeId={Number(record.id)} settings={settingsDraft(values)} /> : null;
}
