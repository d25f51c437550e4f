import { LazyFormDialog, type ActionProps } from 'forecourt/admin';

/** The SMS settings of a supplier, over the list; they are asked for under the supplier's id. */
export default function SmsSettings({ record, onEnd }: ActionProps<unknown>) {
  if (!record) return null;
  return <LazyFormDialog resource="smsSetting" id={Number(record.id)} onClose={() => onEnd?.()} />;
}
