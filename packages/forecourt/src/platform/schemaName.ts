/** The name of an entity from the path of its schema file. Throws for a path that is none. */
export function schemaName(file: string): string {
  const name = /([^/]+)\.json$/.exec(file)?.[1];
  if (!name) throw new Error(`${file} is not a schema file`);
  return name;
}
