import { use } from 'react';
import { useTranslate } from 'react-admin';
import { matchPath, useLocation } from 'react-router';
import { routeTitle, useAdminRuntime, useTexts } from '../../admin/index.ts';
import { useShell } from '../shellContext.ts';
import { PageRoutesContext } from '../tabs/index.ts';

interface Help {
  readonly title: string;
  readonly text: string;
}

/** `/order/detail/:id` as texts have it. */
const keyOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** What the page on screen is for (`help.<path>`); a page of a record without a text of its own is helped by that of its list. */
export function useHelp(): Help | undefined {
  useTexts('help');
  const translate = useTranslate();
  const { pathname } = useLocation();
  const { landingPath } = useShell();
  const { model } = useAdminRuntime();
  const pages = use(PageRoutesContext);
  const page = pages.find(({ path }) => matchPath(path, pathname));
  const list = page?.resource && model.entries.get(page.resource)?.route.list;
  const paths = [page?.path, list, pathname === '/index' ? landingPath : undefined].flatMap((path) => path ?? []);
  const found = paths.find((path) => translate(`help.${keyOf(path)}`, { _: '' }) !== '');
  if (found === undefined) return undefined;
  return {
    title: translate(routeTitle(found), { _: translate(page?.title ?? '', { _: found }) }),
    text: translate(`help.${keyOf(found)}`),
  };
}
