import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isTyping, isVisible, keysOf, useAdminRuntime, useSessionInfo, useShortcut } from '../../admin/index.ts';
import { useShell } from '../shellContext.ts';

/** So long `g` waits for the second letter. */
const WAIT_MS = 1_500;

/** Nothing lies over the page. */
export const isPageInSight = (): boolean => isVisible(document.querySelector('header'));

function Named({ letter, resource }: { letter: string; resource?: string }): null {
  useShortcut({
    keys: `g ${letter}`,
    label: resource === undefined ? 'shell.later.home' : 'shell.later.goTo',
    resource,
    inSight: isPageInSight,
  });
  return null;
}

/** `g` and the letter of a resource open its list from anywhere (`g o`), as far as this user may; `g h` is the home page. */
export function GoKeys() {
  const { model, session } = useAdminRuntime();
  const { landingPath } = useShell();
  const navigate = useNavigate();
  // Which lists there are follows the rights.
  useSessionInfo();
  const lists = [...model.entries.values()].filter(
    ({ go, route, permission }) => go !== undefined && route.list !== undefined && session.can(permission.route),
  );
  const ways = new Map([
    ['h', landingPath],
    ...lists.map(({ go, route }): readonly [string, string] => [go!, route.list!]),
  ]);
  const latest = useRef(ways);
  useEffect(() => {
    latest.current = ways;
  });
  useEffect(() => {
    let begun = -WAIT_MS;
    const press = (event: KeyboardEvent): void => {
      if (event.isComposing || event.altKey || isTyping(event.target) || !isPageInSight()) return;
      const keys = keysOf(event);
      const to = event.timeStamp - begun < WAIT_MS ? latest.current.get(keys) : undefined;
      begun = keys === 'g' && to === undefined ? event.timeStamp : -WAIT_MS;
      if (to === undefined) return;
      // Alone the letter means something else.
      event.preventDefault();
      event.stopPropagation();
      void navigate(to);
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [navigate]);
  return (
    <>
      <Named letter="h" />
      {lists.map(({ name, go }) => (
        <Named key={name} letter={go!} resource={name} />
      ))}
    </>
  );
}
