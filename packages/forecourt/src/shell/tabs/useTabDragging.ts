import { useRef, useState, type DragEvent } from 'react';
import { moveTab } from './tabActions.ts';
import type { TabStore } from './tabStore.ts';

interface TabDragging {
  /** Where the dragged tab would land. */
  readonly target: { readonly key: string; readonly side: 'before' | 'after' } | undefined;
  start(tab: HTMLElement, event: DragEvent): void;
  over(tab: HTMLElement, event: DragEvent): void;
  drop(event: DragEvent): void;
  end(): void;
}

/** Reordering by dragging one tab onto a half of another. */
export function useTabDragging(store: TabStore): TabDragging {
  const dragged = useRef<string>(undefined);
  const [target, setTarget] = useState<TabDragging['target']>();
  const end = (): void => {
    dragged.current = undefined;
    setTarget(undefined);
  };
  return {
    target,
    end,
    start: (tab, { dataTransfer }) => {
      dragged.current = tab.dataset['key'];
      dataTransfer.effectAllowed = 'move';
      // Firefox drags only what carries something.
      dataTransfer.setData('text/plain', tab.title);
    },
    over: (tab, event) => {
      const { key = '' } = tab.dataset;
      if (dragged.current === undefined) return;
      event.preventDefault();
      const { left, width } = tab.getBoundingClientRect();
      const side = event.clientX < left + width / 2 ? 'before' : 'after';
      setTarget((current) => (current?.key === key && current.side === side ? current : { key, side }));
    },
    drop: (event) => {
      const { current: key } = dragged;
      if (key === undefined || target === undefined) return;
      event.preventDefault();
      store.set((state) => {
        const at = state.tabs.filter((tab) => tab.key !== key).findIndex((tab) => tab.key === target.key);
        return at < 0 ? state : moveTab(state, key, at + (target.side === 'after' ? 1 : 0));
      });
      end();
    },
  };
}
