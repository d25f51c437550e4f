import { createElement, type ComponentType } from 'react';
import { FaultBoundary } from './FaultBoundary.tsx';
import { loadable } from './loadable.ts';
import type { SaysReads } from './reading.ts';

/** What a component that stands for a whole page says of its beginning. */
interface SaysBeginning {
  /** Of catalogues that load with it, before it is drawn. */
  readonly texts?: readonly string[];
  /** It asks for rows of its own, not for a page of the list. */
  readonly ownRows?: true;
}

/** Props are checked where a component is used, by the kind of place it is registered for. */
type AnyComponent = ComponentType<never>;

const registry = new Map<string, unknown>();

interface RegisteredComponents {
  /** Shown at once. */
  readonly eager?: Readonly<Record<string, AnyComponent>>;
  /** Loaded when first shown: one chunk each. */
  readonly lazy?: Readonly<Record<string, () => Promise<{ default: AnyComponent }>>>;
}

/**
 * Says what a component that is registered for a whole page begins with: drawn without it, it would be drawn twice, and React shows what stands for it
 * for a third of a second.
 *
 * @example const shelf = beginning({ texts: ['books.shelf'], ownRows: true }, async () => ({ default: () => null }));
 */
export const beginning = <Load extends () => Promise<{ default: AnyComponent }>>(
  { texts, ownRows }: SaysBeginning,
  load: Load,
): Load & SaysBeginning => Object.assign(load, { texts, ownRows });

const readsOf = (component: unknown): readonly string[] | undefined => (component as Partial<SaysReads>).reads;

/** What a component is about, by the props of all places that a component is registered for. */
const subjectOf = ({ record, id }: { readonly record?: { readonly id?: unknown }; readonly id?: unknown }): unknown =>
  record?.id ?? id;

/** The component with a boundary around it: when it fails, its place says so and the page stays. */
function guarded(name: string, component: unknown): ComponentType<object> {
  const Component = component as ComponentType<object>;
  const Guarded = (props: object) =>
    createElement(FaultBoundary, { name, of: subjectOf(props), children: createElement(Component, props) });
  const { load } = component as Partial<ReturnType<typeof loadable>>;
  return Object.assign(Guarded, { reads: readsOf(component), ...(load && { load }) });
}

/**
 * Makes components known by the names that resource declarations use (`list.component`, `form.component`, group and action
 * components, `components.<field>.input`). A later registration of the same name wins.
 *
 * Those of cells and row actions say what they read of a record (`reading`); the rows of a list with one that does not are asked for as a whole.
 *
 * @example registerComponents({ eager: { Stars: ({ value }: DisplayProps) => String(value) } });
 */
export function registerComponents(components: RegisteredComponents): void {
  for (const [name, component] of Object.entries(components.eager ?? {})) registry.set(name, guarded(name, component));
  for (const [name, load] of Object.entries(components.lazy ?? {}))
    registry.set(
      name,
      Object.assign(guarded(name, loadable(load as () => Promise<{ default: ComponentType<object> }>)), {
        reads: readsOf(load),
        ...beginningOf(load as SaysBeginning),
      }),
    );
}

const beginningOf = ({ texts, ownRows }: SaysBeginning): SaysBeginning => ({ texts, ownRows });

/** What the component of a page says of its beginning; nothing where the generated part stands in for it. */
export const registeredBeginning = (name: string | undefined): SaysBeginning =>
  name === undefined ? {} : beginningOf((registry.get(name) ?? {}) as SaysBeginning);

/** The component registered under a name. Without one the generated part stands in: a screen is never lost to a missing registration. */
export function registeredComponent<P>(name: string | undefined): ComponentType<P> | undefined {
  return name === undefined ? undefined : (registry.get(name) as ComponentType<P> | undefined);
}

/** What it says that it reads of a record; undefined where it does not say. */
export const registeredReads = (name: string | undefined): readonly string[] | undefined =>
  name === undefined ? undefined : readsOf(registry.get(name) ?? {});

/** For tests: puts back, when it is called, what was registered until now. */
export function keepRegistered(): () => void {
  const before = new Map(registry);
  return () => {
    registry.clear();
    for (const [name, component] of before) registry.set(name, component);
  };
}
