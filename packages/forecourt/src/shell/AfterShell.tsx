import { lazy, Suspense, use, useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useStoreContext } from 'react-admin';
import { followChanges, hasUnsavedChanges, useAdminRuntime, useSessionInfo } from '../admin/index.ts';
import { Beside } from './Beside.tsx';
import { hideHeaderOnScroll } from './hideHeader.ts';
import { Later } from './later/Later.tsx';
import { useLayoutSetting } from './layoutSettings.ts';
import { loadAhead } from './loadAhead.ts';
import { PageRoutesContext } from './tabs/index.ts';
import { currentAddress } from '../browser/basePath.ts';
import { startWatermark, watermarkText } from './watermark.ts';

/** In place of a dialog that could not be loaded: the call that waits is refused. */
function NobodyAsked() {
  const { proof } = useAdminRuntime();
  useEffect(() => proof.settle(false), [proof]);
  return null;
}
const ProofDialog = lazy<ComponentType>(() => import('./ProofDialog.tsx').catch(() => ({ default: NobodyAsked })));

const isTyping = (): boolean => hasUnsavedChanges(currentAddress());

/**
 * What begins once the shell stands: the watermark, listening to changes of others, the header that hides while the
 * page scrolls down, and prefetching of links. It also asks for the password where a call waits for it.
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

  const { proof } = runtime;
  const isAsked = useSyncExternalStore(proof.subscribe, proof.isAsked);
  return (
    <>
      <Beside>
        <Later />
      </Beside>
      <Suspense>{isAsked && <ProofDialog />}</Suspense>
    </>
  );
}
