import type { Resource } from '../../model/index.ts';
import { tabsOf } from '../values/TabbedPanels.tsx';
import { FormSections } from './FormSections.tsx';
import { FormTabs } from './FormTabs.tsx';

/** The groups of a form, under tabs where they name some. */
export function FormGroups({ model }: { model: Resource }) {
  const { groups } = model.form;
  const tabs = tabsOf(groups);
  return tabs.length > 0 ? <FormTabs model={model} tabs={tabs} /> : <FormSections model={model} groups={groups} />;
}
