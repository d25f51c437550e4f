import { use, useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useStoreContext } from 'react-admin';
import { followChanges, hasUnsavedChanges, useAdminRuntime, useSessionInfo } from '../admin/index.ts';
import { hideHeaderOnScroll } from './hideHeader.ts';
import { useLayoutSetting } from './layoutSettings.ts';
import { loadAhead } from './loadAhead.ts';
import { PageRoutesContext } from './tabs/index.ts';
import { startWatermark, watermarkText } from './watermark.ts';

const isTyping = (): boolean => hasUnsavedChanges(window.location.pathname + window.location.search);

/**
 * What begins once the shell stands: the watermark, listening to what others change, the header that hides while the page scrolls down,
 * and loading what a link is about to open.
 */
export default function AfterShell() {
  const info = useSessionInfo();
  const text = info && watermarkText(info.username, info.name);
  useEffect(() => (text ? startWatermark(text) : undefined), [text]);

  const runtime = useAdminRuntime();
  const client = useQueryClient();
  const userId = info?.id;
  useEffect(
    () => (userId === undefined ? undefined : followChanges({ runtime, client, userId, isTyping })),
    [runtime, client, userId],
  );

  const routes = use(PageRoutesContext);
  const store = useStoreContext();
  useEffect(() => loadAhead({ runtime, routes, queryClient: client, store }), [runtime, routes, client, store]);

  const fixed = useLayoutSetting('fixed_header')[0] === 'on';
  const hides = useLayoutSetting('auto_hide_header')[0] === 'on' && fixed;
  useEffect(() => (hides ? hideHeaderOnScroll() : undefined), [hides]);
  return null;
}
