import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Resource } from '../../model/index.ts';
import { TabbedPanels, type TabOf } from '../values/TabbedPanels.tsx';
import { useLabels } from '../values/labels.ts';
import { FormSections, type FormGroupProps } from './FormSections.tsx';
import { formFields } from './payload.ts';
import { useAfterAttempt } from './useAfterAttempt.ts';

/** Groups of a form by tab. A tab with an error is marked; after a refusal the first of them is open, the cursor in its field. */
export function FormTabs({ model, tabs }: { model: Resource; tabs: readonly TabOf<FormGroupProps['group']>[] }) {
  const labels = useLabels(model.name);
  const { formState, setFocus } = useFormContext();
  const { errors } = formState;
  const [active, setActive] = useState(tabs[0]!.key);
  const focus = useRef<string | undefined>(undefined);

  const badIn = (tab: TabOf<FormGroupProps['group']>): string | undefined =>
    tab.groups.flatMap(({ key }) => formFields(model, [key])).find(({ name }) => errors[name])?.name;
  const firstBad = tabs.find((tab) => badIn(tab) !== undefined);

  useAfterAttempt(() => {
    if (!firstBad || firstBad.key === active) return;
    // A field in a hidden panel cannot take the focus: it gets it once its tab is open.
    focus.current = badIn(firstBad);
    setActive(firstBad.key);
  });
  useEffect(() => {
    if (focus.current) setFocus(focus.current);
    focus.current = undefined;
  }, [active, setFocus]);

  return (
    <TabbedPanels
      label={labels.one}
      tabs={tabs.map((tab) => ({ key: tab.key, label: labels.tab(tab.key), bad: badIn(tab) !== undefined }))}
      active={active}
      onChange={setActive}
    >
      {(key) => <FormSections model={model} groups={tabs.find((tab) => tab.key === key)!.groups} />}
    </TabbedPanels>
  );
}
