/**
 * Stands for what react-admin draws where an application gives nothing of its own (12 kB of every first load). That is
 * the choice of columns, the bar over selected rows, and names of fields made of their keys. Our lists have their own,
 * and every field has a label.
 */
const nothing = (): null => null;
const unchanged = (text: string): string => text;

export { nothing as BulkActionsToolbar, nothing as BulkDeleteButton };
export { nothing as ColumnsSelector, nothing as ColumnsSelectorItem };
export { unchanged as capitalize, unchanged as humanize, unchanged as inflect, unchanged as pluralize };
export { unchanged as singularize, unchanged as transform };
