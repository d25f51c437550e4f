import { useCallback, useEffect, useRef, useState } from 'react';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { useDataProvider, useNotify, type Identifier } from 'react-admin';
import { StartButton, type ActionProps, type AdminDataProvider, withBase } from 'forecourt/admin';

/** Where the sheets are (D-PRINT-01, D-PRINT-02); each opens with a key of its own. */
const SHEETS: Readonly<Record<string, (id: Identifier, key: string) => string>> = {
  printRental: (id, key) => `/print/rental/${id}?key=${key}`,
  printFlash: (id, key) => `/print/fsrental/${id}?key=${key}`,
  printSettlement: (id, key) => `/print/settlement/${id}?key=${key}`,
  printDeposit: (id, key) => `/print/deposit/${id}?key=${key}`,
  printCheck: (id, key) => `/print/vehiclecar?orderId=${id}&key=${key}`,
  printPhotos: (id, key) => `/print/vehiclecar1?orderId=${id}&key=${key}`,
};

/** Opens a sheet of the order in a tab of its own. */
export default function PrintAction({ model, action, record, variant, started = false, onEnd }: ActionProps<unknown>) {
  const provider = useDataProvider<AdminDataProvider>();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const id = record?.id;
  const addressOf = SHEETS[action.name]!;

  const print = useCallback(async () => {
    if (id === undefined) return;
    setBusy(true);
    // Opened within the click, filled after the answer: a browser refuses what opens later.
    const sheet = window.open('', '_blank');
    try {
      const { data } = await provider.action<{ key: string }>(model.name, action.name, { id });
      const address = addressOf(id, encodeURIComponent(data.key));
      if (sheet) sheet.location.replace(withBase(address));
      else window.location.assign(withBase(address));
    } catch (error) {
      sheet?.close();
      notify((error as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  }, [id, provider, notify, model.name, action.name, addressOf]);

  const begun = useRef(false);
  useEffect(() => {
    if (!started || begun.current) return;
    begun.current = true;
    void print().then(() => onEnd?.());
  }, [started, print, onEnd]);

  if (started) return null;
  return (
    <StartButton
      model={model}
      action={action}
      variant={variant}
      busy={busy}
      icon={<PrintOutlined />}
      onStart={() => void print().then(() => onEnd?.())}
    />
  );
}
