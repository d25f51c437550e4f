import { lazy, Suspense } from 'react';
import { useResourceModel } from '../runtime/runtime.tsx';
import { registeredComponent } from '../values/registry.ts';
import type { FormDialogProps } from './FormDialog.tsx';

const FormDialog = lazy(() => import('./FormDialog.tsx'));

/**
 * The form of a resource over what is shown: the component its declaration names (`form.component`, which draws its own dialog), else the
 * generated one. Inputs and validators load when it first opens.
 *
 * @example
 * const edit = (id: number, close: () => void) => <LazyFormDialog resource="book" id={id} onClose={close} />;
 */
export function LazyFormDialog(props: FormDialogProps) {
  const { form } = useResourceModel(props.resource);
  const Form = registeredComponent<FormDialogProps>(form.component) ?? FormDialog;
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  );
}
