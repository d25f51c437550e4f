import { defineCall, INTEGER, list, typed } from '../../calls/index.ts';
import { reaches, resourceOf, type Model } from '../../model/index.ts';
import { defineCommand, type Command, type Context } from '../contract.ts';

/** Values of filters come as text, as those of the list do. */
const asText = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** Whether the role of who asks leaves everything that a filter asks of. */
const isOpen = ({ model, actor }: Context, name: string, filter: Readonly<Record<string, string>>): boolean => {
  const { entity, list } = resourceOf(model, name);
  return Object.keys(filter).every((parameter) =>
    list.filters
      .filter((one) => [one.name, `${one.name}Start`, `${one.name}End`].includes(parameter))
      .every(({ paths }) => paths.every((path) => reaches(entity, path, actor))),
  );
};

/**
 * `GET /resources/{name}/tabs`: how many rows the tabs of a list have (`list.tabs`), that of all rows first, each under its own filters and those of the request, which go first.
 * One statement for all of them; one more than ten thousand means that there are more.
 */
export function tabCommands(model: Model): Command[] {
  return [...model.resources.values()]
    .filter(({ list: { tabs } }) => tabs.length > 0)
    .map(({ name, permission, list: { tabs, savedFilters } }) => {
      const counted = defineCall({
        method: 'GET',
        path: `/resources/${name}/tabs`,
        summary: `Rows of the tabs of ${name}, under the other filters of the list`,
        permission: permission.route,
        // The filters of the list, which refuses what it does not know.
        input: typed<Readonly<Record<string, string>>>({ type: 'object', additionalProperties: { type: 'string' } }),
        answer: list(INTEGER),
      });
      const own = tabs.map((tab) => asText(savedFilters.find(({ key }) => key === tab)?.filter ?? {}));
      return defineCommand(counted, {
        run: (filters, context) =>
          context.counts(
            name,
            // A tab of what the role hides is none, as in the browser.
            [{}, ...own.filter((filter) => isOpen(context, name, filter))].map((filter) => ({ ...filter, ...filters })),
          ),
      });
    });
}
