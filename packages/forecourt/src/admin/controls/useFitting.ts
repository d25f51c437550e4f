import type { RefKeyword } from '../../model/index.ts';
import { useResourceCalls } from '../runtime/runtime.tsx';

/** The records that fit a relation (`where` of x-ref), as its choices are asked for. What the choices leave out by themselves is not asked. */
export function useFitting({ resource, where = {} }: Pick<RefKeyword, 'resource' | 'where'>): Record<string, string> {
  const options = useResourceCalls(resource)?.options;
  return Object.fromEntries(
    Object.entries(where).flatMap(([name, values]) =>
      !options || options.filters?.includes(name) ? [[name, values.join(',')]] : [],
    ),
  );
}
