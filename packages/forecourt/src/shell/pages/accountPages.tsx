import { Navigate } from 'react-router';
import { loadable } from '../../admin/index.ts';
import type { AppPage } from '../appConfig.ts';
import type { AccountSection } from './account/AccountPage.tsx';

const ROOT = '/account/settings';
const SECTIONS: readonly AccountSection[] = ['basic', 'security', 'devices', 'custom', 'notification', 'binding'];

const NOTIFICATIONS = '/account/notifications';

const AccountPage = loadable(() => import('./account/AccountPage.tsx'));
const NotificationsPage = loadable(() => import('../notifications/NotificationsPage.tsx'));

/** What every signed-in user may change of his or her own account, and what he or she is told: from avatar and bell, not in the side menu (D-SHELL-12, D-SHELL-18). */
export const accountPages: readonly AppPage[] = [
  { path: NOTIFICATIONS, title: `routes.${NOTIFICATIONS}`, component: NotificationsPage },
  { path: ROOT, title: `routes.${ROOT}`, component: () => <Navigate to={`${ROOT}/basic`} replace /> },
  ...SECTIONS.map((section) => ({
    path: `${ROOT}/${section}`,
    title: `routes.${ROOT}`,
    component: () => <AccountPage section={section} sections={SECTIONS} root={ROOT} />,
  })),
];
