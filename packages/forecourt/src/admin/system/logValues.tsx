import { Suspense } from 'react';
import { useCreatePath, useTranslate } from 'react-admin';
import { useAdminRuntime, useCanDo } from '../runtime/runtime.tsx';
import { humanise, isBlank } from '../values/format.ts';
import type { DisplayProps } from '../values/kinds.ts';
import { labelsOf, useCodeLabel, useLabels } from '../values/labels.ts';
import { NamedLine, NamedLines } from '../values/NamedLines.tsx';
import { RecordLink } from '../values/RecordLink.tsx';
import { ToneChip } from '../values/ToneChip.tsx';

/** A line of the log says whose record or call it is about. */
interface OfModule {
  readonly module?: unknown;
}

const NOTHING = '–';
const OK = 200;

/** What a module is called: the list of its records, else its name. */
export function useModuleLabel(): (module: unknown) => string {
  const translate = useTranslate();
  return (module) => translate(`resources.${String(module)}.title`, { _: humanise(String(module)) });
}

/** The part of the application that was called. */
export function LogModule({ value }: Pick<DisplayProps, 'value'>) {
  const labelOf = useModuleLabel();
  return <>{isBlank(value) ? NOTHING : labelOf(value)}</>;
}

function ActionName({ module, action }: { module: string; action: string }) {
  // Loads the words of the module, where they did not come with the page.
  useLabels(module);
  const translate = useTranslate();
  const general = translate(`resources.operationLog.log.actions.${action}`, {
    _: translate(`actions.${action}`, { _: humanise(action) }),
  });
  return <>{translate(`resources.${module}.actions.${action}`, { _: general })}</>;
}

/** What was done, in the words of the module's own buttons. */
export function LogAction({ value, record }: DisplayProps<OfModule>) {
  if (isBlank(value)) return <>{NOTHING}</>;
  return (
    <Suspense fallback={humanise(String(value))}>
      <ActionName module={String(record.module)} action={String(value)} />
    </Suspense>
  );
}

/** Whether the call did what was asked; of a failed one the code as well. */
export function LogResult({ value }: Pick<DisplayProps, 'value'>) {
  const codeLabel = useCodeLabel();
  if (isBlank(value)) return <>{NOTHING}</>;
  const succeeded = value === OK;
  const word = codeLabel('loginResult', Number(succeeded));
  return <ToneChip tone={succeeded ? 'done' : 'late'} label={succeeded ? word : `${word} ${String(value)}`} />;
}

/** The record, as a link for those who may open it. */
export function LogObject({ value, record }: DisplayProps<OfModule>) {
  const { model } = useAdminRuntime();
  const createPath = useCreatePath();
  const canDo = useCanDo();
  if (isBlank(value)) return <>{NOTHING}</>;
  const resource = String(record.module);
  const text = String(value);
  const opens = /^\d+$/.test(text) && model.entries.get(resource)?.route.show !== undefined && canDo(resource, 'show');
  return opens ? <RecordLink to={createPath({ resource, type: 'show', id: text })}>{text}</RecordLink> : <>{text}</>;
}

function Input({ module, values }: { module: string; values: Readonly<Record<string, unknown>> }) {
  useLabels(module);
  const labels = labelsOf(useTranslate(), module);
  return (
    <NamedLines>
      {Object.entries(values).map(([name, value]) => (
        <NamedLine key={name} label={labels.field(name)}>
          {isBlank(value) ? NOTHING : typeof value === 'object' ? JSON.stringify(value) : String(value)}
        </NamedLine>
      ))}
    </NamedLines>
  );
}

/** What was sent, as it was sent: by the names of the module's fields, secrets and personal data masked (D-LOG-01). */
export function LogInput({ value, record, short }: DisplayProps<OfModule>) {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return <>{NOTHING}</>;
  if (short) return <>{JSON.stringify(value)}</>;
  return (
    <Suspense fallback={JSON.stringify(value)}>
      <Input module={String(record.module)} values={value as Record<string, unknown>} />
    </Suspense>
  );
}
