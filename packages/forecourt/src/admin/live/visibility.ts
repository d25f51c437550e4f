/** Whether anybody can see this window. */
export const isVisible = (): boolean => document.visibilityState === 'visible';

/** Calls when that changes, until the answered function is called. */
export function followVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
