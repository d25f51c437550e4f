import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { saveBlob, type ActionProps } from 'forecourt/admin';
import { useRentalProvider } from '../provider.ts';

/** Takes everything that is kept about the member as one archive; it starts by itself and is over when the file is there. */
export default function MemberDataExport({ record, onEnd }: ActionProps<unknown>) {
  const provider = useRentalProvider();
  const notify = useNotify();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void provider
      .download(`/member/datarequest/export/${Number(record?.id)}`)
      .then(({ data, name }) => saveBlob(data, name))
      .catch((error: unknown) => notify(error instanceof Error ? error.message : String(error), { type: 'error' }))
      .finally(() => onEnd?.());
  }, [provider, notify, record?.id, onEnd]);
  return null;
}
