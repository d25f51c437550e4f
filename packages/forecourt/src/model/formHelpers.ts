import type { Resource } from './model.ts';
import { meant } from './nearest.ts';
import type { Report } from './report.ts';

/** What the helpers of a form may say wrong: no such resource, properties that its choices do not answer, fields that the form does not have. */
export function checkFormHelpers(
  resources: ReadonlyMap<string, Resource>,
  { entity, form }: Resource,
  report: Report,
): void {
  const fields = new Set(form.groups.flatMap((group) => group.fields));
  for (const { key, helper } of form.groups) {
    if (!helper) continue;
    const at = `/form/groups/${key}/helper`;
    const { options } = resources.get(helper.resource) ?? {};
    if (!options) {
      const offering = [...resources.values()].filter((one) => one.options).map(({ name }) => name);
      report(`${at}/resource`, `no resource "${helper.resource}" offers choices${meant(helper.resource, offering)}`);
      continue;
    }
    for (const [name, source = ''] of Object.entries(helper.fills)) {
      if (!fields.has(name))
        report(`${at}/fills/${name}`, `the form of ${entity.name} has no "${name}"${meant(name, fields)}`);
      if (!options.fields.includes(source))
        report(
          `${at}/fills/${name}`,
          `the choices of ${helper.resource} do not answer "${source}"${meant(source, options.fields)}`,
        );
    }
  }
}
