import type { DashboardDeclaration } from './dashboard.ts';
import type { CodeTables, ResourceDeclaration } from './resource.ts';
import type { EntitySchema } from './schema.ts';

/** Texts of one language: nested by the parts of their keys. */
export interface PluginTexts {
  readonly [key: string]: string | PluginTexts;
}

type ByName<T> = Readonly<Record<string, T>>;

/** A mistake that a check of a plug-in found: the file it lies in, from the application's folder, and what to do about it. */
export interface CheckFinding {
  readonly level: 'error' | 'warning';
  readonly file: string;
  readonly message: string;
}

/** What `forecourt check` hands to a check of a plug-in: schemas and resources of the application, those of plug-ins included. */
export interface CheckedApplication {
  readonly schemas: ByName<EntitySchema>;
  readonly resources: ByName<ResourceDeclaration>;
}

/** A rule that `forecourt check` applies beside its own. */
export type PluginCheck = (application: CheckedApplication) => readonly CheckFinding[];

/** What an application says that no schema can: `forecourt.config.ts`. Plug-ins add to it, by the same words. */
export interface ApplicationConfig {
  /** What it is called in the title of its page until its texts say otherwise; default: as its package. */
  readonly title?: string;
  /** Groups of the menu in their order, each with its icon. Groups that it does not name follow, with the icon of their first entry. */
  readonly menu?: readonly { readonly key: string; readonly icon: string }[];
  /** In the order in which they are applied. */
  readonly plugins?: readonly Plugin[];
  /** By entity. Files of the same name in `schemas/` take their place. */
  readonly schemas?: ByName<EntitySchema>;
  /** Files of the same name in `resources/` take their place. */
  readonly resources?: readonly ResourceDeclaration<never>[];
  readonly codes?: CodeTables;
  readonly dashboards?: readonly DashboardDeclaration[];
  /** By language, each laid under the texts in `i18n/`. */
  readonly texts?: ByName<PluginTexts>;
  /** Files that export a server module as `module`, by a name each: absolute paths, or addresses of files (`import.meta.url`). */
  readonly server?: ByName<string>;
  /** Files that export a component by default, by the names that declarations use. */
  readonly components?: ByName<string>;
  /** Environment variables that the server does not start without, and what each is for. */
  readonly settings?: ByName<string>;
  /** Rules that `forecourt check` applies beside its own. */
  readonly checks?: ByName<PluginCheck>;
}

/** A configuration after its plug-ins. */
export type PluggedConfig = Omit<ApplicationConfig, 'plugins'>;

/** Adds to the configuration of an application. Its name stands in every message about it (`definePlugin`). */
export type Plugin = (config: PluggedConfig) => PluggedConfig;

/** Types a `forecourt.config.ts`. */
export const defineConfig = (config: ApplicationConfig): ApplicationConfig => config;

/**
 * A plug-in with a name.
 *
 * @example
 * export const invoices = () =>
 *   definePlugin('invoices', (config) => ({ ...config, schemas: { ...config.schemas, invoice: { type: 'object', properties: {} } } }));
 */
export const definePlugin = (name: string, plugin: Plugin): Plugin =>
  Object.defineProperty((config: PluggedConfig) => plugin(config), 'name', { value: name });
