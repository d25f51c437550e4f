import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useTheme, type Theme } from '@mui/material/styles';

/** A dialog or menu that is open, as MUI marks it. */
const OPEN = '.MuiModal-root:not([aria-hidden=true])';
const OPEN_ON_SCREEN = `body > [data-overlays]:not([hidden]) > ${OPEN}`;

/**
 * What MUI does for a dialog on the body, done for those of the page on screen: nothing else is read out, and the window does not scroll
 * behind it. A dialog of the shell over it stays MUI's own affair.
 */
function settle(): void {
  const { body, documentElement: root } = document;
  const app = document.getElementById('main')?.closest('body > *');
  const open = document.querySelector(OPEN_ON_SCREEN) !== null;
  if (open) {
    if (app?.getAttribute('aria-hidden') !== 'true') app?.setAttribute('aria-hidden', 'true');
  } else if (!body.querySelector(`:scope > ${OPEN}`)) app?.removeAttribute('aria-hidden');
  if (open === (root.style.overflow === 'hidden')) return;
  // What the scrollbar took is kept free: nothing moves sideways.
  const gap = open ? window.innerWidth - root.clientWidth : 0;
  root.style.paddingRight = gap > 0 ? `${gap}px` : '';
  root.style.overflow = open ? 'hidden' : '';
}

const watcher = typeof MutationObserver === 'undefined' ? undefined : new MutationObserver(settle);

/** Watches, while pages are kept, what opens and closes over them. */
export function useOverlayWatch(): void {
  useEffect(() => {
    const app = document.getElementById('main')?.closest('body > *');
    watcher?.observe(document.body, { childList: true });
    if (app) watcher?.observe(app, { attributeFilter: ['aria-hidden'] });
    return () => watcher?.disconnect();
  }, []);
}

/**
 * Where the dialogs and menus of one page stand: in a place of their own at the end of the body, which is hidden and comes back with the page.
 * Answers that place, and MUI's default properties for everything below the page, also for a dialog that opens while another page is on screen.
 */
export function useOverlays(shown: boolean): {
  readonly container: HTMLElement;
  readonly components: NonNullable<Theme['components']>;
} {
  const { components } = useTheme();
  const [container] = useState(() => {
    const element = document.createElement('div');
    element.dataset['overlays'] = '';
    return element;
  });
  useLayoutEffect(() => {
    document.body.append(container);
    watcher?.observe(container, { childList: true, subtree: true, attributeFilter: ['aria-hidden'] });
    return () => {
      container.remove();
      settle();
    };
  }, [container]);
  useLayoutEffect(() => {
    container.hidden = !shown;
    settle();
    // Whoever comes back to an open dialog goes on in it; MUI fetches the focus only from where it can be seen to leave.
    const dialog = shown ? [...container.querySelectorAll(`:scope > ${OPEN}`)].at(-1) : undefined;
    if (!dialog?.contains(document.activeElement)) dialog?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  }, [container, shown]);
  return useMemo(() => {
    const within = { defaultProps: { container } };
    return {
      container,
      components: {
        ...components,
        MuiModal: { ...components?.MuiModal, ...within },
        MuiPopover: { ...components?.MuiPopover, ...within },
      },
    };
  }, [components, container]);
}
