/** Props of every generated or registered page of a resource. */
export interface ResourcePageProps {
  readonly resource: string;
  /** Record of an edit or show page; undefined on list and create. */
  readonly id?: number;
}
