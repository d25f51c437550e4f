/** When the first page has been asked for and drawn, or after a second. */
export const whenIdle = (task: () => void): void =>
  void ('requestIdleCallback' in window ? window.requestIdleCallback(task, { timeout: 1_000 }) : setTimeout(task, 200));
