/** When somebody last touched any window of this browser: all of them read it. */
const TOUCHED = 'remembered.touched';
/** It is written at most so often, and looked at as often. */
const EVERY_MS = 10_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Calls `end` once nobody has touched any window of this browser for so many minutes: a page that is looked at by nobody still asks the server when
 * others change what it shows. Returns how to stop.
 */
export function watchIdle(minutes: number, end: () => void, storage: Storage = localStorage): () => void {
  let noted = 0;
  const touch = (): void => {
    if (Date.now() - noted < EVERY_MS) return;
    noted = Date.now();
    storage.setItem(TOUCHED, String(noted));
  };
  const look = (): void => {
    const last = Math.max(noted, Number(storage.getItem(TOUCHED)));
    if (Date.now() - last < minutes * 60_000) return;
    stop();
    end();
  };
  touch();
  const timer = setInterval(look, EVERY_MS);
  for (const kind of TOUCHES) window.addEventListener(kind, touch, { capture: true, passive: true });
  const stop = (): void => {
    clearInterval(timer);
    for (const kind of TOUCHES) window.removeEventListener(kind, touch, { capture: true });
  };
  return stop;
}
