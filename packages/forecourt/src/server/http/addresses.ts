import type { Model } from '../../model/index.ts';

/** Of the shell: home, sign-in and what stands around it, the own account, and the page that unknown addresses lead to. */
const SHELL = [
  '/',
  '/index',
  '/index.html',
  '/404',
  '/dashboard/workplace',
  '/user',
  '/user/login',
  '/user/oidc/:id',
  '/user/recover',
  '/user/register',
  '/user/register-result',
  '/account/notifications',
  '/account/settings',
  '/account/settings/:section',
];

/** `/order/detail/:id` as the router of the pages reads it: any case, with or without a slash at the end. */
const patternOf = (path: string): string =>
  path
    .replace(/\/$/, '')
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');

/** Addresses of all pages; a part that begins with `:` stands for any. */
export const pagePaths = ({ resources, pages, publicPages }: Model): readonly string[] => [
  ...SHELL,
  ...[...resources.values()].flatMap((resource) => [
    ...Object.values(resource.route),
    ...resource.pages.map(({ path }) => path),
  ]),
  ...pages.map(({ path }) => path),
  ...publicPages,
];

/** Whether an address (without its query) is one of the application's pages. */
export function pageAddresses(model: Model): (pathname: string) => boolean {
  const known = new RegExp(`^(?:${[...new Set(pagePaths(model).map(patternOf))].join('|')})/?$`, 'i');
  return (pathname) => known.test(pathname);
}
