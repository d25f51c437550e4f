import path from 'node:path';

interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}
type Goes = ReadonlyMap<string, ReadonlySet<string>>;

/** A test stands beside its source and comes from the whole house. */
const TEST = /\.test\.tsx?$|\/testing\//;
const { dirname } = path.posix;
const foldersOf = (file: string): readonly string[] =>
  dirname(file)
    .split('/')
    .map((_name, at, names) => names.slice(0, at + 1).join('/'));

/** The shortest way from a folder back to itself. */
function wayBack(from: string, goes: Goes): readonly string[] | undefined {
  const seen = new Set<string>();
  const ways = [[from]];
  for (const way of ways)
    for (const next of goes.get(way.at(-1)!) ?? []) {
      if (next === from) return [...way, from];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  return undefined;
}

/**
 * Folders that need each other, so that neither can be understood or moved alone; types count as well. A folder stands for everything below it:
 * what holds for files of one folder is not asked here.
 */
export function folderCircles(modules: readonly Module[]): readonly (readonly string[])[] {
  const goes = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules.filter((module) => !TEST.test(module.source)))
    for (const folder of foldersOf(source)) {
      const outside = dependencies.filter(({ resolved }) => !resolved.startsWith(`${folder}/`));
      goes.set(folder, new Set([...(goes.get(folder) ?? []), ...outside.map(({ resolved }) => dirname(resolved))]));
    }
  const circles = [...goes.keys()].flatMap((folder) => [wayBack(folder, goes) ?? []]).filter((way) => way.length > 0);
  return [...new Map(circles.map((way) => [[...new Set(way)].toSorted().join(), way])).values()];
}
