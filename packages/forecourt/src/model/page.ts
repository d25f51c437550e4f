/** A page of the signed-in application that belongs to no resource: what menu, permission tree and address bar know of it. */
export interface PageDeclaration {
  readonly path: string;
  /** i18n key of its title; `routes.<path>` wins when it exists. */
  readonly title: string;
  /** Any of these keys opens it; none = every signed-in user. */
  readonly permission?: string | readonly string[];
  /** Further permission keys that its calls ask for; the role screen has them below the page. */
  readonly actions?: readonly string[];
  readonly menu?: { readonly group: string; readonly sort: number; readonly icon: string };
}
