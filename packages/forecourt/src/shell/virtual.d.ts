/* oxlint-disable typescript/consistent-type-imports -- a module that is declared here cannot import by a relative name */
/** What the build reads from the folders of the application and the platform (packages/forecourt/vite/applicationParts.ts). */
declare module 'virtual:application/resources' {
  type Source = import('../admin/index.ts').AdminSource;

  export const entries: Source['entries'];
  export const parts: Source['parts'];
  export const dashboards: import('./appConfig.ts').AppConfig['dashboards'];
}

declare module 'virtual:application/texts' {
  type Catalogue = import('../i18n/index.ts').Catalogue;

  /** Texts of one language, and the loaders of the labels that load with their resource. */
  interface Texts {
    readonly catalogue: Catalogue;
    readonly labels: Readonly<Record<string, () => Promise<{ default: Catalogue }>>>;
  }

  /** By the languages of the application: its own texts, and the framework's where it has some in that language. */
  export const texts: Readonly<
    Record<string, { readonly framework?: () => Promise<{ default: object }>; readonly own: () => Promise<Texts> }>
  >;
}
