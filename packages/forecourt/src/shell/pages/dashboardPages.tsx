import { use } from 'react';
import { useTranslate } from 'react-admin';
import { DASHBOARD_TEXTS, DashboardPage, routeTitle, useAdminRuntime } from '../../admin/index.ts';
import { LANDING, type AppPage, type DashboardEntry } from '../appConfig.ts';
import { useGreeting } from '../greeting.ts';
import { PageRoutesContext } from '../tabs/index.ts';
import { SetUpPlace } from './SetUpPlace.tsx';

/** What a page is called, where the reader may open it. */
function useTitleOf(): (path: string) => string | undefined {
  const translate = useTranslate();
  const pages = use(PageRoutesContext);
  const { session } = useAdminRuntime();
  return (path) => {
    const page = pages.find((one) => one.path === path);
    if (!page || (page.permission !== undefined && !session.can(page.permission))) return undefined;
    return translate(routeTitle(path), { _: translate(page.title, { _: page.title }) });
  };
}

function Dashboard({ entry }: { entry: DashboardEntry }) {
  const greeting = useGreeting();
  const titleOf = useTitleOf();
  const { path, period } = entry;
  return (
    <>
      {path === LANDING && <SetUpPlace />}
      <DashboardPage path={path} period={period} titleOf={titleOf} {...(entry.greeting && { greeting })} />
    </>
  );
}

/** A declared page of figures as a page of the shell. */
export function dashboardPage(entry: DashboardEntry): AppPage {
  const { path, permission, menu } = entry;
  const Page = Object.assign(() => <Dashboard entry={entry} />, { load: DashboardPage.load });
  return { path, title: `routes.${path}`, permission, menu, component: Page, texts: DASHBOARD_TEXTS };
}
