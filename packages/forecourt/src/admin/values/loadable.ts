import { createElement, use, type ComponentType, type FunctionComponent } from 'react';

/** A component whose chunk can be asked for before it is drawn. */
export interface Loadable<P> extends FunctionComponent<P> {
  load(): Promise<unknown>;
}

/**
 * Like React's `lazy`, with two differences: `load` starts the download early, and a component that is here already is drawn at once.
 * `lazy` always shows the fallback first, and React then keeps that on screen for a third of a second.
 */
export function loadable<P extends object>(fetchModule: () => Promise<{ default: ComponentType<P> }>): Loadable<P> {
  let Loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  /** Somebody has waited, and React wants who waits to ask for the same promise again, which then answers at once. */
  let waited = false;

  const load = (): Promise<ComponentType<P>> => (loading ??= fetchModule().then((module) => (Loaded = module.default)));
  const Page = (props: P) => {
    if (!Loaded) waited = true;
    return createElement(Loaded && !waited ? Loaded : use(load()), props);
  };
  return Object.assign(Page, { load });
}

/** Starts what a component still has to load; nothing to wait for when it came with the code that names it. */
export const loadComponent = (component: object): Promise<unknown> =>
  'load' in component ? (component as Loadable<object>).load() : Promise.resolve();
