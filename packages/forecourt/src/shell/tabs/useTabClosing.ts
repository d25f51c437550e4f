import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNotify } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import { forgetUnsavedChanges } from '../../admin/index.ts';
import { useShell } from '../shellContext.ts';
import { resetTab, closeAll, closeTabs, leftOf, rightOf } from './tabActions.ts';
import { changeTab, type Tab, type TabsState } from './tabs.ts';
import type { TabStore } from './tabStore.ts';
import { isUnsaved } from './useTabUpkeep.ts';

export type TabAction = 'reload' | 'close' | 'closeLeft' | 'closeRight' | 'closeAll';

interface TabClosing {
  run(action: TabAction, key: string): void;
  /** Tabs would take unsaved work with them: somebody has to say yes. */
  readonly asking: boolean;
  /** Those tabs; while the question goes away still the ones it was about. */
  readonly unsaved: readonly Tab[];
  answer(yes: boolean): void;
}

interface Plan {
  readonly gone: readonly Tab[];
  readonly next: () => void;
}

/** What the tab actions do, and what they ask or say instead: typed work is not lost without a question, the last tab stays (D-SHELL-03). */
export function useTabClosing(store: TabStore): TabClosing {
  const notify = useNotify();
  const queries = useQueryClient();
  const { landingPath } = useShell();
  const [asked, setAsked] = useState<Plan>();
  const [asking, setAsking] = useState(false);

  const reload = (key: string): void => {
    flushSync(() => store.set((state) => changeTab(state, key, { awake: false })));
    queries.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== 'auth' });
    store.set((state) => resetTab(state, key));
  };
  const closing = (gone: readonly Tab[], how: (state: TabsState) => TabsState): Plan => ({
    gone,
    next: () => store.set(how),
  });
  const close = (gone: readonly Tab[]): Plan => {
    const keys = gone.map((tab) => tab.key);
    return closing(gone, (state) => closeTabs(state, keys, landingPath));
  };

  const planOf = (action: TabAction, key: string): Plan | string => {
    const state = store.get();
    const own = state.tabs.filter((tab) => tab.key === key);
    const sides = { closeLeft: leftOf(state, key), closeRight: rightOf(state, key) };
    switch (action) {
      case 'reload':
        return { gone: own, next: () => reload(key) };
      case 'close':
        return state.tabs.length === 1 ? 'msg.tab.last' : close(own);
      case 'closeLeft':
        return sides.closeLeft.length === 0 ? 'msg.tab.noLeft' : close(sides.closeLeft);
      case 'closeRight':
        return sides.closeRight.length === 0 ? 'msg.tab.noRight' : close(sides.closeRight);
      case 'closeAll':
        return closing(
          state.tabs.filter((tab) => tab.key !== landingPath),
          (now) => closeAll(now, landingPath),
        );
    }
  };

  return {
    run: (action, key) => {
      const plan = planOf(action, key);
      if (typeof plan === 'string') notify(plan, { type: 'warning' });
      else if (plan.gone.some(isUnsaved)) {
        setAsked({ ...plan, gone: plan.gone.filter(isUnsaved) });
        setAsking(true);
      } else plan.next();
    },
    asking,
    unsaved: asked?.gone ?? [],
    answer: (yes) => {
      setAsking(false);
      if (!yes || !asked) return;
      for (const { location } of asked.gone) forgetUnsavedChanges(location.pathname + location.search);
      asked.next();
    },
  };
}
