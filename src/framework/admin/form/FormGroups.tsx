import type { Resource } from '../../model/index.ts';
import { tabsOf } from '../values/TabbedPanels.tsx';
import { FormSections } from './FormSections.tsx';
import { FormTabs } from './FormTabs.tsx';

/** The groups of a form, under tabs where they name some; with `only`, one group (a step). */
export function FormGroups({ model, only }: { model: Resource; only?: string }) {
  const groups = model.form.groups.filter((group) => only === undefined || group.key === only);
  const tabs = only === undefined ? tabsOf(groups) : [];
  return tabs.length > 0 ? <FormTabs model={model} tabs={tabs} /> : <FormSections model={model} groups={groups} />;
}
