import { expect, test } from 'vitest';
import frameworkEn from '../../packages/forecourt/src/i18n/en-US.json';
import en from '../../i18n/en-US.json';
import { dashboards } from '../../dashboards/index.ts';
import { application } from '../../src/application.ts';
import { pageDeclarations } from '../../src/rental/pageDeclarations.ts';

test('every screen of the menu has a help text, and no text is of a screen that is none', () => {
  const resources = [...application.model.resources.values()];
  const lists = resources.flatMap(({ menu, route, report }) => [
    ...(menu && route.list ? [route.list] : []),
    ...(report?.menu ? [report.path] : []),
  ]);
  const screens = [
    ...lists,
    ...Object.values(pageDeclarations).map(({ path }) => path),
    ...dashboards.map(({ path }) => path),
  ];
  const helped = Object.keys({ ...frameworkEn.help, ...en.help });
  expect(screens.filter((path) => !helped.includes(path))).toEqual([]);
  const known = [...screens, ...resources.flatMap(({ route }) => Object.values(route))];
  expect(helped.filter((path) => !known.includes(path.replace(/\{(\w+)\}/g, ':$1')))).toEqual([]);
});
