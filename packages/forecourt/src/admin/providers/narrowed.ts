/** What of each row a list is asked for (`meta.fields`), as it stands in the request; undefined: everything. */
export const fieldsOf = (meta: unknown): string | undefined =>
  (meta as { readonly fields?: readonly string[] } | undefined)?.fields?.join(',');
