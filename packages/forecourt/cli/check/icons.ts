import type { Model } from '../../src/model/index.ts';
import { meant } from '../../src/model/nearest.ts';
import type { Source } from './registered.ts';

/** Icons by name in an object called `icons`, and the names that entries of the menu ask for. */
const OBJECT = /\bicons\b[^={:]*[=:]\s*\{([^}]*)\}/g;
const ASKED = /\bicon:\s*['"](\w+)['"]/g;

/** Shown for every icon that is not registered, so it needs no registration. */
const GENERAL = 'TableRows';

/** An icon that the menu asks for and nothing registers: the menu shows the general one. */
interface UnregisteredIcon {
  /** The resource or the dashboard that asks for it; neither where a source does. */
  readonly resource?: string;
  readonly dashboard?: string;
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  readonly message: string;
}

/** Every icon that is asked for by name. */
const askedIcons = ({ resources, dashboards }: Model, sources: readonly Source[]): ReadonlySet<string> =>
  new Set([
    ...[...resources.values()].flatMap(({ menu }) => menu?.icon ?? []),
    ...dashboards.flatMap(({ menu }) => menu?.icon ?? []),
    ...sources.flatMap(({ text }) => [...text.matchAll(ASKED)].map(([, icon]) => icon!)),
  ]);

/** Icons that the application's resources, dashboards and sources ask for and its sources do not register. `own`: the resources that it declares itself. */
export function unregisteredIcons(
  sources: readonly Source[],
  model: Model,
  own: (resource: string) => boolean,
  iconOf: (name: string) => string | undefined,
): UnregisteredIcon[] {
  const { resources, dashboards } = model;
  // The build registers what an application without `src/app.ts` asks for.
  const bundled = sources.some(({ file }) => file === 'src/app.ts')
    ? []
    : [...askedIcons(model, sources)].filter(iconOf);
  const known = new Set([
    ...bundled,
    GENERAL,
    ...sources.flatMap(({ text }) =>
      [...text.matchAll(OBJECT)].flatMap((match) =>
        [...match[1]!.matchAll(/(\w+)\s*(?=[,:]|$)/g)].map((name) => name[1]!),
      ),
    ),
  ]);
  const message = (icon: string): string =>
    `the icon "${icon}" is not registered, and the menu shows the general one${meant(icon, known)}`;
  const ofResources = [...resources.values()].flatMap(({ name, menu }) =>
    menu && own(name) && !known.has(menu.icon) ? [{ resource: name, message: message(menu.icon) }] : [],
  );
  const ofDashboards = dashboards.flatMap(({ name, menu }) =>
    menu && !known.has(menu.icon) ? [{ dashboard: name, message: message(menu.icon) }] : [],
  );
  const ofSources = sources.flatMap(({ file, text }) =>
    [...text.matchAll(ASKED)]
      .filter((match) => !known.has(match[1]!))
      .map((match) => ({
        file,
        line: text.slice(0, match.index).split('\n').length,
        message: message(match[1]!),
      })),
  );
  return [...ofResources, ...ofDashboards, ...ofSources];
}
