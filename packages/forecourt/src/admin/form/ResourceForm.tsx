import { useTranslate } from 'react-admin';
import type { ResourcePageProps } from '../page/pageProps.ts';
import { RecordPageLinks } from '../routing/RecordPageLinks.tsx';
import { useResourceModel } from '../runtime/runtime.tsx';
import { useLabels } from '../values/labels.ts';
import { RecordForm } from './RecordForm.tsx';
import { useKnownValues } from './useKnownValues.ts';
import { useLeaveForm } from './useLeaveForm.ts';

/** The generated form page: new record without an id, else the stored one; in steps where the resource says so. Cancel asks before typed work is lost. */
export default function ResourceForm({
  resource,
  id,
  known: given,
}: ResourcePageProps & { known?: Readonly<Record<string, unknown>> }) {
  const model = useResourceModel(resource);
  const labels = useLabels(resource);
  const translate = useTranslate();
  const leave = useLeaveForm(resource);
  const linked = useKnownValues();
  return (
    <RecordForm
      model={model}
      id={id}
      known={given ?? linked}
      title={translate(id === undefined ? 'admin.form.new' : 'admin.form.edit', { name: labels.one })}
      links={id === undefined ? undefined : <RecordPageLinks resource={resource} id={id} />}
      onSaved={leave}
      onCancel={() => leave(id)}
    />
  );
}
