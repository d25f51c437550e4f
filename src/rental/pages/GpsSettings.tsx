import { LazyFormDialog, type ActionProps } from 'forecourt/admin';

/** The settings are one document, the first. */
const ONE = 1;

/** Where devices and positions come from, over the list of devices. */
export default function GpsSettings({ onEnd }: ActionProps) {
  return <LazyFormDialog resource="gpsSetting" id={ONE} onClose={() => onEnd?.()} />;
}
