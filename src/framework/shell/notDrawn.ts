/**
 * Stands for what react-admin draws where an application gives nothing of its own (11 kB of every first load): the choice of columns, the button
 * that deletes what is selected, and names of fields made of their keys. Our lists have their own, and every field has a label.
 */
const nothing = (): null => null;
const unchanged = (text: string): string => text;

export { nothing as BulkDeleteButton, nothing as ColumnsSelector };
export { unchanged as capitalize, unchanged as humanize, unchanged as inflect, unchanged as pluralize };
export { unchanged as singularize, unchanged as transform };
