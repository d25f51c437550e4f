import type { Served } from './processes.ts';
import { measureEach, type RequestCase, type RequestFigures } from './requestRun.ts';

/** Whole pages: each is some twenty statements, three at a time. */
const PAGES: readonly RequestCase[] = [
  { name: 'workplace: all figures', limit: 600, request: () => ({ method: 'GET', path: '/api/dashboard/workplace' }) },
  { name: 'analysis: all figures', limit: 900, request: () => ({ method: 'GET', path: '/api/dashboard/analysis' }) },
];
const WIDGET_MS = 100;
const WIDGET_SECONDS = 2;

interface Page {
  readonly data: { readonly sections: readonly { readonly widgets: readonly { readonly key: string }[] }[] };
}

/** Each widget of a page for itself: one statement each, named by the page itself. */
async function widgetCases({ port }: Served, token: string, { request }: RequestCase): Promise<readonly RequestCase[]> {
  const { path } = request(0);
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as Page;
  return data.sections.flatMap(({ widgets }) =>
    widgets.map(({ key }) => ({
      name: `${path.split('/').at(-1)}: ${key}`,
      limit: WIDGET_MS,
      seconds: WIDGET_SECONDS,
      request: () => ({ method: 'GET', path: `${path}?widget=${key}` }),
    })),
  );
}

/** The pages of figures over all loaded orders and cars, whole and widget by widget, at one connection. */
export async function measureDashboards(served: Served, token: string): Promise<readonly RequestFigures[]> {
  const widgets = await Promise.all(PAGES.map((page) => widgetCases(served, token, page)));
  return measureEach([...PAGES, ...widgets.flat()], served, token, '"sections":[]');
}
