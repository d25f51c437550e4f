import { useState } from 'react';
import { useDataProvider, useNotify, type RaRecord } from 'react-admin';
import { StartButton, withBase, type ActionProps } from 'forecourt/admin';
import { holds } from 'forecourt/model';

/** Opens the rental sheets of the selected orders in one tab, each on a page of its own; orders without one are left out, and said. */
export default function PrintSeveral({ model, action, ids = [], variant, onEnd }: ActionProps<unknown>) {
  const provider = useDataProvider();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);

  const print = async () => {
    setBusy(true);
    // Opened within the click, filled after the answer: a browser refuses what opens later.
    const sheets = window.open('', '_blank');
    try {
      const { data } = await provider.getMany<RaRecord>(model.name, { ids: [...ids] });
      const printed = data.filter((row) => holds(action.when, row)).map(({ id }) => id);
      if (printed.length === 0) {
        sheets?.close();
        return notify('admin.bulk.none', { type: 'warning' });
      }
      const address = withBase(`/print/rental/${printed.join(',')}`);
      if (sheets) sheets.location.replace(address);
      else window.location.assign(address);
      if (printed.length < ids.length)
        notify('admin.bulk.unfit', { type: 'info', messageArgs: { smart_count: ids.length - printed.length } });
      onEnd?.(true);
    } catch (error) {
      sheets?.close();
      notify((error as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return <StartButton model={model} action={action} variant={variant} busy={busy} onStart={() => void print()} />;
}
