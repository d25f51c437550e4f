/** What an application says that no schema can: `forecourt.config.ts`, plain data. */
export interface ApplicationConfig {
  /** What it is called in the title of its page until its texts say otherwise; default: as its package. */
  readonly title?: string;
  /** Groups of the menu in their order, each with its icon. Groups that it does not name follow, with the icon of their first entry. */
  readonly menu?: readonly { readonly key: string; readonly icon: string }[];
}

/** Types a `forecourt.config.ts`. */
export const defineConfig = (config: ApplicationConfig): ApplicationConfig => config;
